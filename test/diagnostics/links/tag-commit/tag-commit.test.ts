// Link 4 on few facts: every finding, what looks like it and is not, and what nobody could read.
import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../../src/diagnostics/catalogue/all.ts';
import { leafFacts } from '../../../../src/diagnostics/leaves.ts';
import type { Evidence } from '../../../../src/diagnostics/evidence/evidence.ts';
import type { TimelineRecord } from '../../../../src/diagnostics/evidence/azure-devops.ts';
import { tagCommit } from '../../../../src/diagnostics/links/tag-commit/tag-commit.ts';
import {
  application,
  DELIVERED,
  deliveryInput,
  desired,
  environmentCommit,
  foundManifest,
  foundTag,
  IMAGE,
  OLD_TAG,
  OLD_TAG_COMMIT,
  PUSH_LOG,
  running,
  TAG,
  TAG_COMMIT,
  TIMELINE,
  VALUES_PATH,
  valuesFile,
  workload,
  written,
  type Parts,
  type Values,
} from '../../change/delivery.ts';
import { ago, NAME, NEW_DIGEST, OLD_DIGEST, REGISTRY, waiting } from '../../kubernetes/objects.ts';
import {
  BUILD_POLICY,
  build,
  evaluation,
  job,
  log,
  pullRequest,
  REVIEWERS_POLICY,
  stage,
  task,
} from '../../pipelines/objects.ts';
import { told, unprovenKeys, type Told } from '../rollout/input.ts';

/** Git still says the tag before. */
const NOT_WRITTEN: Values = {
  desiredFiles: [desired(valuesFile(OLD_TAG))],
  history: [written(OLD_TAG_COMMIT, valuesFile(OLD_TAG), 86_400)],
  runLogs: [PUSH_LOG],
};

function notWritten(values: Values): Parts {
  return { values: { ...NOT_WRITTEN, ...values } };
}

/** The script that writes the tag ended like this. */
function script(result: string, ...lines: string[]): Parts {
  const timeline = [...TIMELINE.slice(0, -1), task(3, 'Bash', result, { parentId: 'j2' })];
  const run = result === 'failed' ? build(731, { result: 'failed' }) : build(731);
  return notWritten({ run, timeline, runLogs: [PUSH_LOG, log(3, ...lines)] });
}

type GitopsPullRequest = Evidence['gitopsPullRequests'][number];
const AUTO = { autoCompleteSetBy: { displayName: 'Ana' } };

function proposed(
  more: Parameters<typeof pullRequest>[1],
  evaluations: GitopsPullRequest['evaluations'] = [],
  content = valuesFile(TAG),
): Parts {
  return notWritten({
    gitopsPullRequests: [
      {
        pullRequest: pullRequest(9, more),
        evaluations,
        files: [desired(content)],
        changes: [{ path: `/${VALUES_PATH}`, changeType: 'edit' }],
      },
    ],
  });
}

const WORKER = `${REGISTRY}/worker`;
const both = (api: string, worker: string): string =>
  `api:\n  image:\n    repository: ${IMAGE}\n    tag: "${api}"\nworker:\n  image:\n    repository: ${WORKER}\n    tag: "${worker}"\n`;
/** A pod of the other image that waits for this tag. */
const missingWorker = (tag: string) =>
  [waiting('worker-1', 'ImagePullBackOff', 'x', { name: NAME, image: `${WORKER}:${tag}` })].map((pod) => ({
    ...pod,
    spec: { ...pod.spec, containers: [{ name: NAME, image: `${WORKER}:${tag}` }] },
  }));

function rewritten(worker: string): Values {
  return {
    desiredFiles: [desired(both(TAG, worker))],
    history: [
      written(TAG_COMMIT, both(TAG, worker), 700),
      written(OLD_TAG_COMMIT, both(OLD_TAG, '12'), 86_400),
    ],
    pods: missingWorker(TAG),
  };
}

const TEMPLATE = {
  source: 0,
  repository: 'env',
  path: 'apps/api/templates/deployment.yaml',
  content: 'image: "{{ .Values.image.repository }}:{{ .Values.image.tag }}"\n',
};
/** The chart reads image.tag; the tag stands elsewhere. */
function misplaced(file: string, template = TEMPLATE.content): Values {
  return {
    desiredFiles: [desired(file)],
    history: [written(TAG_COMMIT, file, 700)],
    chartFiles: [{ ...TEMPLATE, content: template }],
  };
}

const manifest = (image: string) =>
  desired(
    `kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n      - name: api\n        image: ${image}\n`,
    'apps/api/deployment.yaml',
  );
function kustomize(name: string, image: string): Values {
  const file = `resources:\n- deployment.yaml\nimages:\n- name: ${name}\n  newTag: "${TAG}"\n`;
  const path = 'apps/api/kustomization.yaml';
  return {
    desiredFiles: [manifest(image), desired(file, path)],
    history: [written(TAG_COMMIT, file, 700, path)],
    chartFiles: [],
  };
}

const pushedAgain = (digest: string, startedSecondsAgo: number, more: Values = {}): Values => ({
  workloads: [workload(TAG)],
  pods: [running(TAG, digest, startedSecondsAgo)],
  imageTag: foundTag(NEW_DIGEST, 800),
  ...more,
});

const skipped = (record: TimelineRecord): TimelineRecord[] => [...TIMELINE.slice(0, 4), record];
const flux = (path: string): Evidence['automation'][number] => ({
  apiVersion: 'image.toolkit.fluxcd.io/v1',
  kind: 'ImageUpdateAutomation',
  metadata: { name: 'bump', namespace: 'flux-system' },
  spec: { update: { path } },
  status: {
    conditions: [{ type: 'Ready', status: 'False', message: 'failed to push: authentication required' }],
  },
});
const UPDATER = 'argocd-image-updater.argoproj.io';
const withUpdater = application({
  [`${UPDATER}/app.update-strategy`]: 'newest-build',
  [`${UPDATER}/image-list`]: `app=${IMAGE}`,
});

/** A commit that adds these lines to the values of a chart that only wraps another one. */
function wrapper(lines: string): Parts {
  const id = 'f0'.repeat(20);
  const path = 'apps/api/values.yaml';
  const before = `web:\n  image:\n    repository: ${IMAGE}\n    tag: "${TAG}"\n`;
  const after = lines.startsWith('web:') ? `${before}  replicaCount: 3\n` : `${before}${lines}`;
  const chart = desired('name: api\ndependencies:\n- name: web\n  version: 1.0.0\n', 'apps/api/Chart.yaml');
  return {
    values: {
      changeCommit: environmentCommit(id, before, after, path),
      desiredFiles: [chart, desired(after, path)],
      history: [written(id, after, 700, path)],
    },
    request: { change: { kind: 'commit', value: id } },
  };
}

const cases: [string, Parts, Told][] = [
  ['written where the Application reads it', {}, { status: 'pass' }],
  [
    'written where the Application does not look: link 5 says so',
    notWritten({
      writtenCommit: environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG), 'other/values.yaml'),
    }),
    { status: 'pass' },
  ],
  [
    'a commit that changes other things of the repository',
    {
      values: {
        changeCommit: environmentCommit('f0'.repeat(20), valuesFile(TAG), `${valuesFile(TAG)}replicas: 3\n`),
      },
      request: { change: { kind: 'commit', value: 'f0'.repeat(20) } },
    },
    { status: 'pass' },
  ],

  // GT0401, GT0417
  [
    'a condition skipped the stage that writes',
    notWritten({ timeline: skipped(stage('s2', 2, { result: 'skipped' })) }),
    { status: 'broken', code: 'GT0401', leaf: 'gitops_stage_skipped' },
  ],
  [
    'a condition skipped the task that writes',
    notWritten({ timeline: skipped(task(3, 'Bash', 'skipped')) }),
    { status: 'broken', code: 'GT0401', leaf: 'gitops_stage_skipped' },
  ],
  [
    'nothing in the run writes',
    notWritten({ timeline: TIMELINE.slice(0, 4) }),
    { status: 'broken', code: 'GT0417', leaf: 'gitops_stage_skipped' },
  ],
  [
    'a stage was skipped, and the tag is in Git',
    { values: { timeline: skipped(stage('s2', 2, { result: 'skipped' })) } },
    { status: 'pass' },
  ],

  // GT0402
  [
    'the file is not there',
    script(
      'failed',
      'sed -i "s/tag:.*/x/" values.yaml',
      "sed: can't read values.yaml: No such file or directory",
    ),
    { status: 'broken', code: 'GT0402', leaf: 'tag_write_failed' },
  ],
  [
    'git has no author',
    script('failed', 'git commit -am x', '*** Please tell me who you are.'),
    { status: 'broken', code: 'GT0402', leaf: 'tag_write_failed' },
  ],

  // GT0403
  [
    'green, and nothing to commit',
    script('succeeded', 'sed -i "s/tag:.*/x/" values.yaml', 'nothing to commit, working tree clean'),
    { status: 'broken', code: 'GT0403', leaf: 'sed_matched_nothing' },
  ],
  [
    'red, because there is nothing to commit',
    script('failed', 'git commit -am x', 'nothing to commit, working tree clean'),
    { status: 'broken', code: 'GT0403', leaf: 'sed_matched_nothing' },
  ],
  [
    'nothing to push',
    script('succeeded', 'git push', 'Everything up-to-date'),
    { status: 'broken', code: 'GT0403', leaf: 'sed_matched_nothing' },
  ],
  [
    'nothing to commit, and the tag is in Git already',
    { values: { runLogs: [PUSH_LOG, log(3, 'git commit -am x', 'nothing to commit')] } },
    { status: 'pass' },
  ],

  // GT0404 to GT0407
  [
    'no credentials',
    script(
      'failed',
      'git push',
      "fatal: could not read Username for 'https://dev.azure.com': terminal prompts disabled",
    ),
    { status: 'broken', code: 'GT0404', leaf: 'git_push_no_credentials' },
  ],
  [
    'no right',
    script('failed', 'git push', "remote: TF401027: You need the Git 'GenericContribute' permission"),
    { status: 'broken', code: 'GT0405', leaf: 'git_push_tf401027' },
  ],
  [
    'a policy refuses',
    script(
      'failed',
      'git push',
      '! [remote rejected] HEAD -> main (TF402455: Pushes to this branch are not permitted)',
    ),
    { status: 'broken', code: 'GT0406', leaf: 'git_push_tf402455' },
  ],
  [
    'another commit was first',
    script('failed', 'git push', ' ! [rejected] HEAD -> main (fetch first)'),
    { status: 'broken', code: 'GT0407', leaf: 'git_push_rejected_non_ff' },
  ],
  [
    'another commit was first, and the script swallowed it',
    script('succeeded', 'git push || true', ' ! [rejected] HEAD -> main (fetch first)'),
    { status: 'broken', code: 'GT0407', leaf: 'git_push_rejected_non_ff' },
  ],
  [
    'refused first, and pushed at the second try',
    {
      values: {
        runLogs: [PUSH_LOG, log(3, 'git push', ' ! [rejected] HEAD -> main (fetch first)', 'git push')],
      },
    },
    { status: 'pass' },
  ],

  // GT0408, GT0409, GT0419 to GT0421
  [
    'a pull request waits for a review',
    proposed({}, [evaluation('queued', REVIEWERS_POLICY)]),
    { status: 'broken', code: 'GT0408', leaf: 'gitops_pr_pending' },
  ],
  [
    'a pull request completes by itself',
    proposed(AUTO, [evaluation('running', BUILD_POLICY, {}, 600)]),
    { status: 'waiting', code: 'GT0409', leaf: 'gitops_pr_checks_running', until: ago(600 - 3600) },
  ],
  [
    'a pull request was abandoned',
    proposed({ status: 'abandoned' }),
    { status: 'broken', code: 'GT0419', leaf: 'gitops_pr_pending' },
  ],
  [
    'a pull request has conflicts',
    proposed({ mergeStatus: 'conflicts' }),
    { status: 'broken', code: 'GT0420', leaf: 'gitops_pr_pending' },
  ],
  [
    'a pull request waits for nobody',
    proposed({}),
    { status: 'broken', code: 'GT0421', leaf: 'gitops_pr_pending' },
  ],
  [
    'a pull request with another tag',
    {
      ...proposed({}, [], valuesFile('729')),
      values: { ...proposed({}, [], valuesFile('729')).values, timeline: TIMELINE.slice(0, 4) },
    },
    { status: 'broken', code: 'GT0417', leaf: 'gitops_stage_skipped' },
  ],
  [
    'a pull request, and the tag is in Git all the same',
    { values: { gitopsPullRequests: proposed({}).values?.gitopsPullRequests ?? [] } },
    { status: 'pass' },
  ],

  // GT0410
  [
    'Image Updater should have written it',
    notWritten({ application: withUpdater }),
    { status: 'broken', code: 'GT0410', leaf: 'image_updater' },
  ],
  [
    'Image Updater, by its own resource',
    notWritten({
      automation: [{ apiVersion: `${UPDATER}/v1alpha1`, kind: 'ImageUpdater', metadata: { name: 'api' } }],
    }),
    { status: 'broken', code: 'GT0410', leaf: 'image_updater' },
  ],
  [
    'Image Updater, for other Applications',
    notWritten({
      automation: [
        {
          apiVersion: `${UPDATER}/v1alpha1`,
          kind: 'ImageUpdater',
          metadata: { name: 'others' },
          spec: { applicationRefs: [{ namePattern: 'other-*' }] },
        },
      ],
    }),
    { status: 'broken', code: 'GT0417', leaf: 'gitops_stage_skipped' },
  ],
  [
    'Image Updater is there, and the tag is in Git',
    { values: { application: withUpdater } },
    { status: 'pass' },
  ],

  // GT0411
  [
    'a promotion tool failed',
    notWritten({ automation: [flux('./apps')] }),
    { status: 'broken', code: 'GT0411', leaf: 'promotion_tool' },
  ],
  [
    'the Application belongs to Kargo',
    notWritten({ application: application({ 'kargo.akuity.io/authorized-stage': 'shop:prd' }) }),
    { status: 'broken', code: 'GT0411', leaf: 'promotion_tool' },
  ],
  [
    'a promotion tool of other files',
    notWritten({ automation: [flux('./infrastructure')], timeline: TIMELINE.slice(0, 4) }),
    { status: 'broken', code: 'GT0417', leaf: 'gitops_stage_skipped' },
  ],

  // GT0412
  [
    'a later commit put the tag before back',
    {
      values: {
        desiredFiles: [desired(valuesFile(OLD_TAG))],
        history: [written('e2'.repeat(20), valuesFile(OLD_TAG), 60), ...(DELIVERED.history ?? [])],
      },
    },
    { status: 'broken', code: 'GT0412', leaf: 'tag_overwritten' },
  ],
  [
    'a later commit put the tag of a later run in place',
    {
      values: {
        desiredFiles: [desired(valuesFile('732'))],
        history: [written('e2'.repeat(20), valuesFile('732'), 60), ...(DELIVERED.history ?? [])],
        runs: [build(732, { queueTime: ago(200) }), build(731)],
      },
    },
    { status: 'pass' },
  ],

  // GT0413
  [
    'every tag of the file was rewritten',
    { values: rewritten(TAG) },
    { status: 'broken', code: 'GT0413', leaf: 'all_tags_rewritten' },
  ],
  [
    'every tag was rewritten, and the other image is there',
    { values: { ...rewritten(TAG), pods: [] } },
    { status: 'pass' },
  ],
  [
    'the other image is missing for its own reasons',
    { values: { ...rewritten('12'), pods: missingWorker('12') } },
    { status: 'pass' },
  ],
  [
    'rewritten by the change that serves',
    { values: rewritten(TAG), scope: 'serving' },
    { status: 'broken', code: 'GT0413', leaf: 'all_tags_rewritten' },
  ],

  // GT0414
  [
    'under a key that no template reads',
    { values: misplaced(`img:\n  repository: ${IMAGE}\n  tag: "${TAG}"\n`) },
    { status: 'broken', code: 'GT0414', leaf: 'value_key_typo' },
  ],
  ['under the key that the template reads', { values: misplaced(valuesFile(TAG)) }, { status: 'pass' }],
  [
    'a template that takes the parent whole',
    { values: misplaced(`img:\n  repository: ${IMAGE}\n  tag: "${TAG}"\n`, '{{ toYaml .Values.img }}') },
    { status: 'pass' },
  ],
  [
    'a key nobody reads, and the tag runs all the same',
    {
      values: { ...misplaced(`img:\n  repository: ${IMAGE}\n  tag: "${TAG}"\n`), workloads: [workload(TAG)] },
    },
    { status: 'pass' },
  ],
  [
    'a dot in the key',
    { values: { ...misplaced(`image.tag: "${TAG}"\n`) } },
    { status: 'broken', code: 'GT0414', leaf: 'value_key_typo' },
  ],

  // GT0415
  [
    'a Kustomize entry that matches no image',
    { values: kustomize('api', `${IMAGE}:${OLD_TAG}`) },
    { status: 'broken', code: 'GT0415', leaf: 'kustomize_image_name_mismatch' },
  ],
  ['a Kustomize entry that matches', { values: kustomize(IMAGE, `${IMAGE}:${OLD_TAG}`) }, { status: 'pass' }],
  ['a Kustomize entry for an image without a tag', { values: kustomize(IMAGE, IMAGE) }, { status: 'pass' }],

  // GT0416
  [
    'the tag was pushed again',
    { values: pushedAgain(OLD_DIGEST, 86_400) },
    { status: 'broken', code: 'GT0416', leaf: 'same_tag_reused' },
  ],
  ['the pods run the digest of the tag', { values: pushedAgain(NEW_DIGEST, 86_400) }, { status: 'pass' }],
  [
    'the pods run one image of the index',
    { values: pushedAgain(OLD_DIGEST, 86_400, { imageManifest: foundManifest(NEW_DIGEST, [OLD_DIGEST]) }) },
    { status: 'pass' },
  ],
  ['the pods started after the push', { values: pushedAgain(OLD_DIGEST, 300) }, { status: 'pass' }],
  [
    'other pods run the digest of the tag already',
    {
      values: {
        ...pushedAgain(OLD_DIGEST, 86_400),
        pods: [running(TAG, OLD_DIGEST, 86_400), running(TAG, NEW_DIGEST, 100)],
      },
    },
    { status: 'pass' },
  ],

  // GT0424
  [
    'a setting beside the dependency of a wrapper chart',
    wrapper('replicaCount: 3\n'),
    { status: 'broken', code: 'GT0424', leaf: 'value_key_typo' },
  ],
  ['a setting under the name of the dependency', wrapper('web:\n  replicaCount: 3\n'), { status: 'pass' }],
  ['a setting for all charts', wrapper('global:\n  replicaCount: 3\n'), { status: 'pass' }],

  ['the change stopped further up', { scope: 'serving' }, { status: 'skipped', blockedBy: 'push' }],
];

/** Findings of the catalogue that no rule builds yet. */
const UNUSED = ['GT0418', 'GT0422', 'GT0423'];

describe('tag commit', () => {
  test.each(cases)('%s', (_, parts, expected) => {
    const input = deliveryInput(parts);
    const verdict = tagCommit.verdict(input);
    expect(told(verdict)).toEqual(expected);
    expect(unprovenKeys(verdict, input)).toEqual([]);
  });

  test('every finding of the link is shown', () => {
    const shown = new Set(cases.map(([, , { code }]) => code));
    const all = CATALOGUE.filter(({ leaf }) => leaf !== null && leafFacts(leaf).link === 'tagCommit').map(
      ({ code }) => code as string,
    );
    expect(all.filter((code) => !shown.has(code))).toEqual(UNUSED);
  });
});

describe('what nobody could read', () => {
  const nothingWrites = notWritten({ timeline: TIMELINE.slice(0, 4) });

  test.each<[string, Parts, string]>([
    ['application', { refused: ['application'] }, 'application'],
    ['sources', { refused: ['sources'] }, 'sources'],
    ['desiredFiles', { refused: ['desiredFiles'] }, 'desiredFiles'],
    ['history', { refused: ['history'] }, 'history'],
    [
      'run, of a tag that is not there',
      { ...nothingWrites, request: { change: { kind: 'tag', value: TAG } }, refused: ['run'] },
      'run',
    ],
    ['timeline, of a tag that is not there', { ...nothingWrites, refused: ['timeline'] }, 'timeline'],
    ['logs, of a tag that is not there', { ...nothingWrites, refused: ['runLogs'] }, 'runLogs'],
    [
      'pull requests, of a tag that is not there',
      { ...nothingWrites, refused: ['gitopsPullRequests'] },
      'gitopsPullRequests',
    ],
    ['automation, of a tag that nothing writes', { ...nothingWrites, refused: ['automation'] }, 'automation'],
    [
      'runs, of a tag that is gone',
      {
        values: {
          desiredFiles: [desired(valuesFile(OLD_TAG))],
          history: [written('e2'.repeat(20), valuesFile(OLD_TAG), 60), ...(DELIVERED.history ?? [])],
        },
        request: { change: { kind: 'tag', value: TAG } },
        refused: ['runs'],
      },
      'runs',
    ],
  ])('%s', (_, parts, missing) => {
    expect(told(tagCommit.verdict(deliveryInput(parts)))).toEqual({ status: 'unknown', missing });
  });

  test('the place that is followed, and the run’s own commit writes the tag', () => {
    const own = environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG));
    const verdict = tagCommit.verdict(
      deliveryInput({ values: { writtenCommit: own }, refused: ['sources'] }),
    );
    expect(told(verdict)).toEqual({ status: 'pass' });
  });

  test.each(['imageTag', 'imageManifest', 'pods'] as const)('%s: the tag is not called reused', (key) => {
    const verdict = tagCommit.verdict(
      deliveryInput({ values: pushedAgain(OLD_DIGEST, 86_400), refused: [key] }),
    );
    expect(told(verdict)).toEqual({ status: 'pass' });
  });
});

describe('what is shown', () => {
  test('the commit and the line it wrote', () => {
    const { proof } = tagCommit.verdict(deliveryInput());
    expect(proof?.map(({ label, from, value }) => [label, from, value])).toEqual([
      ['tagCommit', 'history', 'e1e1e1e1 api e1e1'],
      ['file', 'desiredFiles', `${VALUES_PATH} image.tag: ${TAG}`],
    ]);
  });

  test('the commit that only the log of the run names', () => {
    const own = environmentCommit(TAG_COMMIT, valuesFile(OLD_TAG), valuesFile(TAG));
    const { proof } = tagCommit.verdict(deliveryInput({ values: { history: [], writtenCommit: own } }));
    expect(proof?.map(({ from }) => from)).toEqual(['writtenCommit', 'desiredFiles']);
  });

  test('the annotation of Image Updater that names the image', () => {
    const verdict = tagCommit.verdict(deliveryInput(notWritten({ application: withUpdater })));
    expect(verdict.proof?.at(-1)).toMatchObject({
      from: 'application',
      value: `${UPDATER}/image-list: app=${IMAGE}`,
    });
  });

  test('the words of Image Updater, where its log may be read', () => {
    const updaterLog = [
      'time="x" level=info msg="ok"',
      'time="x" level=error msg="could not push: \\"denied\\""',
    ];
    const verdict = tagCommit.verdict(deliveryInput(notWritten({ application: withUpdater, updaterLog })));
    expect(verdict.proof?.at(-1)).toMatchObject({ from: 'updaterLog', value: 'could not push: "denied"' });
  });

  test('the push of Image Updater that was rejected', () => {
    const updaterLog = ['time="x" level=error msg="! [rejected] main -> main (fetch first)"'];
    const verdict = tagCommit.verdict(deliveryInput(notWritten({ application: withUpdater, updaterLog })));
    expect(told(verdict)).toMatchObject({ status: 'broken', code: 'GT0407' });
  });
});

test('a job of the stage that never came leaves the run’s own word', () => {
  const records = [job('j2', 's2', { result: 'skipped' }), ...TIMELINE.slice(0, 4)];
  const verdict = tagCommit.verdict(deliveryInput(notWritten({ timeline: records })));
  expect(told(verdict)).toMatchObject({ code: 'GT0401' });
});
