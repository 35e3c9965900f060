// How the change was built: its commit, the pipeline, the run, and what the run's log says it wrote.
import type { Build, Definition, GitRepository, ProjectRef, PullRequest } from '../azure-devops.ts';
import type { Evidence, LocatedCommit } from '../evidence.ts';
import { answered, unanswered, type Answer } from '../observed.ts';
import type { GitVersion } from '../ports.ts';
import { normaliseRepoUrl } from '../../argocd/repo-url.ts';
import { imageEntries } from '../../gitops/image-entries.ts';
import { isManifest, joinPath } from '../../gitops/source-files.ts';
import { serviceImage } from '../../gitops/service-image.ts';
import { isOlderThan } from '../../pipelines/pull-request-state.ts';
import { pushedCommits, tasksWorthReading } from '../../pipelines/run-logs.ts';
import { buildOfTag, definitionsFor, isGitOpsRepository, runOfCommit } from '../../pipelines/which-run.ts';
import { AnswerFailed, take, type Gathering, type PartOfNodes } from './gathering.ts';

/** Repositories in which an unknown commit is looked for: each is one call. */
const MAX_REPOSITORIES = 60;
const MAX_CHANGED_FILES = 10;
const MAX_BRANCHES = 8;
const RUNS = 30;
const COMMITS = 30;
const PUSHES = 30;
/** The end of a log holds the failure; a push task prints layers before its digest lines. */
const LOG_TAIL = 150;

/** Repositories of the configured project and of the Application's sources, the likeliest first. */
async function candidateRepositories(
  g: Gathering,
): Promise<{ likely: Place[]; others: Place[]; cut: boolean }> {
  const [repositories, definitions, sources] = await Promise.all([
    g.need('repositories'),
    g.maybe('definitions'),
    g.maybe('sources'),
  ]);
  const project = g.request.azureDevOps;
  const followed = (sources ?? []).flatMap((source): Place[] =>
    source.project === null || source.repository === null
      ? []
      : [{ project: source.project, repository: source.repository }],
  );
  const built = definitionsFor(definitions ?? [], g.request.service).flatMap((definition): Place[] => {
    const repository = repositories.find(({ id }) => id === definition.repository?.id);
    return repository === undefined ? [] : [{ project, repository }];
  });
  const likely = unique([...followed, ...built]);
  const others = unique(repositories.map((repository) => ({ project, repository }))).filter(
    ({ repository }) => !likely.some((place) => place.repository.id === repository.id),
  );
  return { likely, others: others.slice(0, MAX_REPOSITORIES), cut: others.length > MAX_REPOSITORIES };
}

interface Place {
  readonly project: ProjectRef;
  readonly repository: GitRepository;
}

function unique(places: readonly Place[]): Place[] {
  return [...new Map(places.map((place) => [place.repository.id, place])).values()];
}

/** The repository that holds a commit, the likeliest asked first. */
async function findCommit(g: Gathering, id: string): Promise<{ place: Place; id: string } | null> {
  const { likely, others, cut } = await candidateRepositories(g);
  for (const places of [likely, others]) {
    const answers = await Promise.all(
      places.map(async (place) => ({ place, found: await commitIn(g, place, id) })),
    );
    const found = answers.find((answer) => answer.found !== null);
    if (found?.found != null) return { place: found.place, id: found.found };
  }
  await refuseHidden(g, [...likely, ...others]);
  if (!cut) return null;
  const detail = `more than ${MAX_REPOSITORIES} repositories: the others were not searched`;
  throw new AnswerFailed('GET repositories', {
    kind: 'malformed',
    what: 'repositories',
    path: 'value',
    detail,
  });
}

/** A repository that is listed and answers "not there" may not be read: then nobody can say that it lacks the commit. */
async function refuseHidden(g: Gathering, places: readonly Place[]): Promise<void> {
  const answers = await Promise.all(
    places.map(async ({ project, repository }) => ({
      name: repository.name,
      answer: await g.readers.azureDevOps.repository(project, repository.name, g.signal),
    })),
  );
  const hidden = answers.find(({ answer }) => take(answer) === null);
  if (hidden === undefined) return;
  const missing = `Code (read) on ${hidden.name}`;
  throw new AnswerFailed(hidden.answer.source, {
    kind: 'denied',
    what: `repository ${hidden.name}`,
    missing,
  });
}

/** The full id of a commit in one repository; short ids are matched in branch tips and the newest commits of the default branch. */
async function commitIn(g: Gathering, { project, repository }: Place, id: string): Promise<string | null> {
  const { azureDevOps } = g.readers;
  if (id.length === 40)
    return take(await azureDevOps.commit(project, repository.name, id, g.signal))?.id ?? null;
  const branch = repository.defaultBranch?.replace('refs/heads/', '') ?? 'main';
  const query = { version: { type: 'branch', value: branch } as const, top: 100 };
  const [commits, refs] = await Promise.all([
    azureDevOps.commits(project, repository.name, query, g.signal).then(take),
    azureDevOps.refs(project, repository.name, 'heads/', g.signal).then(take),
  ]);
  const ids = [
    ...(refs ?? []).map(({ objectId }) => objectId),
    ...(commits ?? []).map((commit) => commit.id),
  ];
  return ids.find((candidate) => candidate.startsWith(id.toLowerCase())) ?? null;
}

/** A commit with its changed YAML files before and after, and the branches that may hold it. */
async function locate(g: Gathering, place: Place, id: string): Promise<LocatedCommit | null> {
  const { azureDevOps } = g.readers;
  const { project, repository } = place;
  const [commitAnswer, changesAnswer, refsAnswer] = await Promise.all([
    azureDevOps.commit(project, repository.name, id, g.signal),
    azureDevOps.changes(project, repository.name, id, g.signal),
    azureDevOps.refs(project, repository.name, 'heads/', g.signal),
  ]);
  const commit = take(commitAnswer);
  if (commit === null) return null;
  const changes = take(changesAnswer);
  const [definitions, sources] = await Promise.all([g.maybe('definitions'), g.maybe('sources')]);
  const parent = commit.parents?.[0];
  const isFollowed = (sources ?? []).some((source) => source.repository?.id === repository.id);
  // Without the pipelines nobody can say that none builds the repository.
  const isDeployed =
    isFollowed || (definitions !== undefined && isGitOpsRepository(repository, definitions, sources ?? []));
  const changed = (changes ?? []).map(({ path }) => path);
  // A chart that is fetched by version: its Chart.yaml says whether the change can be fetched.
  const charts = isFollowed ? [] : changed.map(chartOf);
  const wanted = [...new Set([...changed.filter(isManifest), ...charts])].slice(0, MAX_CHANGED_FILES);
  const read = async (path: string, version: string): Promise<string | null> =>
    take(await azureDevOps.file(project, repository.name, path, { type: 'commit', value: version }, g.signal))
      ?.content ?? null;
  const [files, branches] = await Promise.all([
    Promise.all(
      (isDeployed ? wanted : []).map(async (path) => {
        const [after, before] = await Promise.all([
          read(path, id),
          parent === undefined ? null : read(path, parent),
        ]);
        return { path: joinPath('', path), after, before };
      }),
    ),
    branchesWith(g, place, id, take(refsAnswer) ?? []),
  ]);
  const there = files.filter(({ after, before }) => after !== null || before !== null);
  return { project, repository, commit, changes, files: there, branches };
}

/** The Chart.yaml of the folder a chart's file lies in. */
function chartOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/')).replace(/\/templates(\/.*)?$/, '');
  return `${folder}/Chart.yaml`;
}

/** Which branches contain a commit: asked for the default branch, and for the others only when that one does not. */
async function branchesWith(
  g: Gathering,
  { project, repository }: Place,
  id: string,
  refs: readonly { name: string; objectId: string }[],
): Promise<LocatedCommit['branches']> {
  const contains = async (tip: string): Promise<boolean | null> => {
    if (tip === id) return true;
    const base: GitVersion = { type: 'commit', value: id };
    const target: GitVersion = { type: 'commit', value: tip };
    const comparison = take(
      await g.readers.azureDevOps.compare(project, repository.name, base, target, g.signal),
    );
    return comparison === null ? null : comparison.commonCommit === id;
  };
  const heads = refs.filter(({ name }) => name.startsWith('refs/heads/'));
  const first = heads.find(({ name }) => name === repository.defaultBranch);
  const rest = heads.filter((head) => head !== first).slice(0, MAX_BRANCHES);
  const onDefault = first === undefined ? null : await contains(first.objectId);
  const told = (
    head: { name: string; objectId: string },
    answer: boolean | null,
  ): LocatedCommit['branches'][number] => ({
    name: head.name.replace('refs/heads/', ''),
    tip: head.objectId,
    contains: answer,
  });
  const answers =
    onDefault === true
      ? rest.map((head) => told(head, head.objectId === id ? true : null))
      : await Promise.all(rest.map(async (head) => told(head, await contains(head.objectId))));
  return first === undefined ? answers : [told(first, onDefault), ...answers];
}

/** The pull request of the request, as the commit that carries its content. */
async function commitOfPullRequest(g: Gathering, id: number): Promise<{ place: Place; id: string } | null> {
  const project = g.request.azureDevOps;
  const pullRequest: PullRequest | null = take(
    await g.readers.azureDevOps.pullRequest(project, id, g.signal),
  );
  const repositories = await g.need('repositories');
  const repository = repositories.find(
    (candidate) =>
      candidate.id === pullRequest?.repository.id || candidate.name === pullRequest?.repository.name,
  );
  const commit =
    pullRequest?.status === 'completed' ? pullRequest.lastMergeCommit : pullRequest?.lastMergeSourceCommit;
  if (repository === undefined || commit === undefined) return null;
  return { place: { project, repository }, id: commit };
}

/** Tags the GitOps commit of the request writes, or that the request names, or that the service runs now. */
async function knownTags(g: Gathering): Promise<string[]> {
  const { change, tag } = g.request;
  const asked = [...(change?.kind === 'tag' ? [change.value] : []), ...(tag === null ? [] : [tag])];
  if (asked.length > 0) return asked;
  // Without a commit in the request the commit is told from the run, and the run may not wait for it.
  if (change?.kind !== 'commit' && change?.kind !== 'pullRequest') return [];
  const located = await g.maybe('changeCommit');
  const written = (located?.files ?? []).flatMap(({ after }) => {
    const parsed = after === null ? null : imageEntries(after);
    return parsed?.ok === true ? parsed.entries.flatMap((entry) => entry.tag ?? []) : [];
  });
  return written;
}

async function buildFor(g: Gathering, tags: readonly string[]): Promise<Build | null> {
  for (const tag of tags) {
    if (!/^\d{1,9}$/.test(tag)) continue;
    const build = take(await g.readers.azureDevOps.build(g.request.azureDevOps, Number(tag), g.signal));
    if (build !== null) return build;
  }
  return null;
}

async function choosePipeline(
  g: Gathering,
): Promise<{ definition: Definition; repository: GitRepository | null } | null> {
  const [definitions, repositories] = await Promise.all([g.need('definitions'), g.need('repositories')]);
  const named = definitionsFor(definitions, g.request.service);
  const withRepository = (
    definition: Definition,
  ): { definition: Definition; repository: GitRepository | null } => ({
    definition,
    repository: repositories.find(({ id }) => id === definition.repository?.id) ?? null,
  });
  const { change } = g.request;
  if (change?.kind === 'build') {
    const build = take(
      await g.readers.azureDevOps.build(g.request.azureDevOps, Number(change.value), g.signal),
    );
    const definition = definitions.find(({ id }) => id === build?.definition.id);
    if (definition !== undefined) return withRepository(definition);
  }
  if (change?.kind === 'commit' || change?.kind === 'pullRequest') {
    const located = await g.maybe('changeCommit');
    const own = definitions.filter(({ repository }) => repository?.id === located?.repository.id);
    const best = own.length > 1 ? (definitionsFor(own, g.request.service)[0] ?? own[0]) : own[0];
    if (best !== undefined) return withRepository(best);
  }
  // Structure before names: the run whose number is the tag belongs to the pipeline.
  const workloads = (await g.maybe('workloads')) ?? [];
  const live = serviceImage(g.request.service, workloads)?.liveTags ?? [];
  const build = await buildFor(g, [...(await knownTags(g)), ...live]);
  const byBuild = definitions.find(({ id }) => id === build?.definition.id);
  if (byBuild !== undefined) return withRepository(byBuild);
  return named[0] === undefined ? null : withRepository(named[0]);
}

/** Not waiting for a commit that is itself told from the run. */
async function requestedCommit(g: Gathering): Promise<string | null> {
  const kind = g.request.change?.kind;
  if (kind !== 'commit' && kind !== 'pullRequest') return null;
  return (await g.maybe('changeCommit'))?.commit.id ?? null;
}

export const pipelineNodes: PartOfNodes<
  | 'repositories'
  | 'definitions'
  | 'changeCommit'
  | 'writtenCommit'
  | 'pipeline'
  | 'builtCommits'
  | 'mergeLineage'
  | 'changePullRequests'
  | 'pushes'
  | 'runs'
  | 'run'
  | 'timeline'
  | 'runLogs'
  | 'approvals'
  | 'agents'
  | 'serviceConnections'
> = {
  repositories: (g) => g.readers.azureDevOps.repositories(g.request.azureDevOps, g.signal),
  definitions: (g) => g.readers.azureDevOps.definitions(g.request.azureDevOps, {}, g.signal),

  async changeCommit(g) {
    const { change } = g.request;
    const source = `GET commit ${change?.value ?? 'of the run'}`;
    if (change?.kind === 'commit' || change?.kind === 'pullRequest') {
      const found =
        change.kind === 'commit'
          ? await findCommit(g, change.value)
          : await commitOfPullRequest(g, Number(change.value));
      return answered(source, found === null ? null : await locate(g, found.place, found.id));
    }
    const [run, repositories] = await Promise.all([g.need('run'), g.need('repositories')]);
    const repository = repositories.find(({ id }) => id === run?.repository?.id);
    if (run?.sourceVersion === undefined || repository === undefined) return answered(source, null);
    return answered(
      source,
      await locate(g, { project: g.request.azureDevOps, repository }, run.sourceVersion),
    );
  },

  async pipeline(g): Promise<Answer<Evidence['pipeline']>> {
    const chosen = await choosePipeline(g);
    const source = `GET pipeline of ${g.request.service}`;
    if (chosen === null) return answered(source, null);
    const { definition, repository } = chosen;
    const branch = (
      definition.repository?.defaultBranch ??
      repository?.defaultBranch ??
      'refs/heads/main'
    ).replace('refs/heads/', '');
    if (repository === null || definition.yamlFilename === undefined) {
      return answered(source, { definition, repository, branch, yaml: null });
    }
    const commit = await requestedCommit(g);
    const located = commit === null ? null : await g.maybe('changeCommit');
    const version: GitVersion =
      located?.repository.id === repository.id && commit !== null
        ? { type: 'commit', value: commit }
        : { type: 'branch', value: branch };
    const path = `/${joinPath('', definition.yamlFilename)}`;
    const file = await g.readers.azureDevOps.file(
      g.request.azureDevOps,
      repository.name,
      path,
      version,
      g.signal,
    );
    return answered(source, {
      definition,
      repository,
      branch,
      yaml: { path, content: take(file)?.content ?? null },
    });
  },

  async builtCommits(g) {
    const pipeline = await g.need('pipeline');
    if (pipeline?.repository == null) return answered('no built repository', []);
    const query = { version: { type: 'branch', value: pipeline.branch } as const, top: COMMITS };
    const answer = await g.readers.azureDevOps.commits(
      g.request.azureDevOps,
      pipeline.repository.name,
      query,
      g.signal,
    );
    return answered(answer.source, take(answer) ?? []);
  },

  async mergeLineage(g) {
    const [located, pipeline] = await Promise.all([g.need('changeCommit'), g.need('pipeline')]);
    if (located === null || pipeline?.repository?.id !== located.repository.id)
      return answered('not in the built repository', null);
    const answer = await g.readers.azureDevOps.compare(
      located.project,
      located.repository.name,
      { type: 'commit', value: located.commit.id },
      { type: 'branch', value: pipeline.branch },
      g.signal,
    );
    return answered(answer.source, {
      repository: located.repository.name,
      base: located.commit.id,
      target: pipeline.branch,
      comparison: take(answer),
    });
  },

  async changePullRequests(g) {
    const located = await g.need('changeCommit');
    if (located === null) return answered('no commit', []);
    const { azureDevOps } = g.readers;
    const { project, repository, commit, branches } = located;
    const branch = branches.find(
      ({ contains, name }) => contains === true && `refs/heads/${name}` !== repository.defaultBranch,
    );
    const [ofCommit, ofBranch] = await Promise.all([
      azureDevOps.pullRequestsOf(project, repository.name, commit.id, g.signal),
      branch === undefined
        ? null
        : azureDevOps.pullRequests(
            project,
            repository.name,
            { status: 'all', sourceRefName: `refs/heads/${branch.name}`, top: 5 },
            g.signal,
          ),
    ]);
    const all = [...(take(ofCommit) ?? []), ...(ofBranch === null ? [] : (take(ofBranch) ?? []))];
    const pullRequests = [...new Map(all.map((one) => [one.id, one])).values()].slice(0, 5);
    const projectId = repository.project.id;
    const evaluated = await Promise.all(
      pullRequests.map(async (pullRequest) => ({
        pullRequest,
        evaluations:
          pullRequest.status !== 'active' || projectId === undefined
            ? []
            : (take(await azureDevOps.policyEvaluations(project, projectId, pullRequest.id, g.signal)) ?? []),
      })),
    );
    return answered(ofCommit.source, evaluated);
  },

  async pushes(g) {
    const pipeline = await g.need('pipeline');
    if (pipeline?.repository == null) return answered('no built repository', []);
    const query = { refName: `refs/heads/${pipeline.branch}`, top: PUSHES };
    const answer = await g.readers.azureDevOps.pushes(
      g.request.azureDevOps,
      pipeline.repository.name,
      query,
      g.signal,
    );
    return answered(answer.source, take(answer) ?? []);
  },

  async runs(g) {
    const pipeline = await g.need('pipeline');
    if (pipeline === null) return answered('no pipeline', []);
    return g.readers.azureDevOps.builds(
      g.request.azureDevOps,
      { definitions: [pipeline.definition.id], top: RUNS },
      g.signal,
    );
  },

  async run(g) {
    const { change } = g.request;
    const project = g.request.azureDevOps;
    if (change?.kind === 'build') return g.readers.azureDevOps.build(project, Number(change.value), g.signal);
    const runs = await g.observe('runs');
    if (!runs.ok) return unanswered(runs.source, runs.error);
    const pipeline = await g.need('pipeline');
    if (change?.kind === 'commit' || change?.kind === 'pullRequest') {
      const located = await g.need('changeCommit');
      if (located === null) return answered(runs.source, null); // a commit that is nowhere was built by nobody
      if (located.repository.id === pipeline?.repository?.id) {
        const merged = (await g.maybe('changePullRequests')) ?? [];
        const ids = [
          located.commit.id,
          ...merged.flatMap(({ pullRequest }) =>
            isOlderThan(pullRequest, located.commit) ? [] : (pullRequest.lastMergeCommit ?? []),
          ),
        ];
        const direct = runOfCommit(runs.value, ids);
        if (direct !== null) return answered(runs.source, direct);
        return answered(runs.source, await batchedRun(g, runs.value, ids));
      }
    }
    const tags = await knownTags(g);
    const found = tags.map((tag) => buildOfTag(runs.value, tag)).find((build) => build !== null);
    if (found != null) return answered(runs.source, found);
    if (tags.length > 0) return answered(runs.source, await buildFor(g, tags));
    // Nothing was said: the newest run of the built branch.
    const branch = `refs/heads/${pipeline?.branch ?? 'main'}`;
    return answered(runs.source, runs.value.find(({ sourceBranch }) => sourceBranch === branch) ?? null);
  },

  async timeline(g) {
    const run = await g.need('run');
    if (run === null) return answered('no run', null);
    return g.readers.azureDevOps.timeline(g.request.azureDevOps, run.id, g.signal);
  },

  async runLogs(g) {
    const [run, timeline] = await Promise.all([g.need('run'), g.need('timeline')]);
    if (run === null || timeline === null) return answered('no run', []);
    const logs = await Promise.all(
      tasksWorthReading(timeline).map(async (task) => {
        const answer = await g.readers.azureDevOps.log(
          g.request.azureDevOps,
          run.id,
          task.logId ?? 0,
          LOG_TAIL,
          g.signal,
        );
        return { logId: task.logId ?? 0, task: task.name ?? '', lines: take(answer) ?? [] };
      }),
    );
    return answered(`GET logs of run ${run.id}`, logs);
  },

  async writtenCommit(g) {
    const logs = await g.need('runLogs');
    const push = pushedCommits(logs).at(-1);
    const azure = push === undefined ? null : normaliseRepoUrl(push.repoUrl);
    if (push === undefined || azure === null) return answered('no push in the log', null);
    const project = { organization: azure.organization, project: azure.project };
    const { azureDevOps } = g.readers;
    const query = { version: { type: 'branch', value: push.branch } as const, top: 50 };
    const [repositoryAnswer, commitsAnswer] = await Promise.all([
      azureDevOps.repository(project, azure.repository, g.signal),
      azureDevOps.commits(project, azure.repository, query, g.signal),
    ]);
    const repository = take(repositoryAnswer);
    const commit = take(commitsAnswer)?.find(({ id }) => id.startsWith(push.to));
    if (repository === null || commit === undefined) return answered(commitsAnswer.source, null);
    return answered(commitsAnswer.source, await locate(g, { project, repository }, commit.id));
  },

  async approvals(g) {
    const run = await g.need('run');
    if (run === null || run.status === 'completed') return answered('no run is waiting', []);
    return g.readers.azureDevOps.approvals(g.request.azureDevOps, g.signal);
  },

  async agents(g) {
    const [run, timeline] = await Promise.all([g.need('run'), g.maybe('timeline')]);
    if (run === null || run.status === 'completed') return answered('no run is waiting', null);
    const started = timeline?.some(
      (record) => record.type === 'Job' && record.state === 'inProgress' && record.workerName !== undefined,
    );
    const pool = run.queue?.pool;
    if (started === true || pool === undefined) return answered('an agent has the job', null);
    const target = {
      ...(pool.id === undefined ? {} : { id: pool.id }),
      ...(pool.name === undefined ? {} : { name: pool.name }),
    };
    return g.readers.azureDevOps.agents(g.request.azureDevOps, target, g.signal);
  },

  async serviceConnections(g) {
    const run = await g.need('run');
    if (run?.result !== 'failed' && run?.result !== 'partiallySucceeded')
      return answered('no run failed', []);
    return g.readers.azureDevOps.serviceConnections(g.request.azureDevOps, g.signal);
  },
};

/** A push of several commits builds only its tip, and batching groups several pushes: ask the runs what they built. */
async function batchedRun(
  g: Gathering,
  runs: readonly Build[],
  ids: readonly string[],
): Promise<Build | null> {
  const oldestFirst = runs.slice(0, 5).toReversed();
  const changes = await Promise.all(
    oldestFirst.map(async (run) => ({
      run,
      commits: take(await g.readers.azureDevOps.buildChanges(g.request.azureDevOps, run.id, g.signal)) ?? [],
    })),
  );
  return changes.find(({ commits }) => commits.some((commit) => ids.includes(commit)))?.run ?? null;
}
