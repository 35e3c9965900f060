// Link 4: a commit of the GitOps repository writes the tag, under the key the Application reads
// (facts/azure-devops-and-acr.md section 5). Whether Argo CD looks at that place is link 5's question.
import { tagOverwritten } from '../../catalogue/tag-commit/content.ts';
import { LINK_TITLES } from '../../chain.ts';
import { valueOf } from '../../evidence/observed.ts';
import type { Finding } from '../../finding.ts';
import { imageText, sameImage } from '../../gitops/image-name.ts';
import { serviceImage } from '../../gitops/service-image.ts';
import type { Link, LinkInput } from '../../link.ts';
import type { Proof, Verdict } from '../../verdict.ts';
import { proof, shortId, unreadable } from '../verdicts.ts';
import { misplacedTag } from './misplaced.ts';
import { notWritten } from './not-written.ts';
import { othersRewritten } from './others-rewritten.ts';
import { reusedTag } from './reused.ts';
import { unreadSetting } from './unread-setting.ts';

export const tagCommit: Link = {
  id: 'tagCommit',
  title: LINK_TITLES.tagCommit,
  reads: [
    'application',
    'sources',
    'desiredFiles',
    'chartFiles',
    'history',
    'changeCommit',
    'writtenCommit',
    'run',
    'runs',
    'timeline',
    'runLogs',
    'gitopsPullRequests',
    'automation',
    'workloads',
    'pods',
    'imageTag',
    'imageManifest',
  ],
  mayRead: ['updaterLog', 'imageTags', 'gitopsPolicies', 'pipeline', 'events'],
  verdict,
};

function verdict(input: LinkInput): Verdict {
  const { evidence, change, scope } = input;
  if (scope === 'serving') return serving(input);
  if (change.kind === 'none' && change.tag === null) return { status: 'skipped', blockedBy: 'push' };
  const missing = unreadable(evidence, ['application', 'sources', 'desiredFiles', 'history']);
  if (missing !== null) return writtenByRun(input) ?? missing;
  if (change.kind === 'configuration' && change.tagCommit !== null) {
    return unreadSetting(input) ?? pass([commitProof(input)]);
  }
  if (change.tag === null) return unreadable(evidence, ['run']) ?? unreadable({}, ['run']) ?? pass([]);

  const reused = reusedTag(input);
  if (reused !== null) return reused;
  const rewritten = othersRewritten(input);
  if (rewritten !== null) return rewritten;
  const misplaced = misplacedTag(input);
  if (misplaced !== null) return misplaced;
  const overwritten = overwrittenTag(input);
  if (overwritten !== null) return overwritten;
  const written = writtenProofs(input);
  if (written !== null) return pass(written);
  const carried = carriedTag(input);
  return carried === null ? notWritten(input) : pass([carried]);
}

/** What serves now can have one fault of this link: the edit that named a wrong tag for another workload. */
function serving(input: LinkInput): Verdict {
  return othersRewritten(input) ?? { status: 'skipped', blockedBy: 'push' };
}

/** The workload already carries the tag: wherever it is written, Argo CD has read it there. */
function carriedTag({ evidence, change }: LinkInput): Proof | null {
  if (change.tag === null || change.image === null) return null;
  const live = serviceImage(change.image.repository, valueOf(evidence.workloads) ?? []);
  if (live === null || !sameImage(live.image, change.image) || !live.liveTags.includes(change.tag))
    return null;
  return proof('workloads', 'liveImage', `${imageText(change.image)}:${change.tag}`);
}

function pass(proofs: readonly Proof[]): Verdict {
  return { status: 'pass', proof: proofs };
}

function commitProof({ evidence, change }: LinkInput): Proof {
  const commit = change.tagCommit?.commit;
  const isIn = (key: 'changeCommit' | 'writtenCommit'): boolean =>
    valueOf(evidence[key])?.commit.id === commit?.id;
  const from = isIn('changeCommit') ? 'changeCommit' : isIn('writtenCommit') ? 'writtenCommit' : 'history';
  return proof(from, 'tagCommit', `${shortId(commit?.id ?? '')} ${commit?.message ?? ''}`, {
    url: commit?.url,
    at: commit?.push?.date ?? commit?.committer.date,
  });
}

/** The place that is followed cannot be read, but the run's own commit can: it writes the tag. */
function writtenByRun({ evidence, change }: LinkInput): Verdict | null {
  const written = valueOf(evidence.writtenCommit);
  if (written == null || change.tag === null || change.kind === 'configuration') return null;
  const after = written.files.find(
    ({ after: content }) => content !== null && content.includes(change.tag ?? ''),
  );
  if (after === undefined) return null;
  const { commit } = written;
  return pass([
    proof('writtenCommit', 'tagCommit', `${shortId(commit.id)} ${commit.message}`, {
      url: commit.url,
      at: commit.push?.date ?? commit.committer.date,
    }),
    proof('writtenCommit', 'file', after.path),
  ]);
}

/** The tag stands in Git: at the place that decides, or where the commit of the change wrote it. */
function writtenProofs(input: LinkInput): Proof[] | null {
  const { change } = input;
  if (change.place !== null && change.desiredTag === change.tag) {
    const { path, keys } = change.place;
    const place = proof('desiredFiles', 'file', `${path} ${keys.join('.')}: ${change.desiredTag ?? ''}`);
    return change.tagCommit === null ? [place] : [commitProof(input), place];
  }
  // Written, and not where the Application reads it: the commit is there, link 5 says what is followed instead.
  return change.tagCommit === null ? null : elsewhere(input, change.tagCommit);
}

function elsewhere(
  input: LinkInput,
  { commit, repository }: NonNullable<LinkInput['change']['tagCommit']>,
): Proof[] {
  const located = [valueOf(input.evidence.changeCommit), valueOf(input.evidence.writtenCommit)].find(
    (one) => one?.commit.id === commit.id,
  );
  const from =
    located === undefined
      ? 'history'
      : valueOf(input.evidence.changeCommit) === located
        ? 'changeCommit'
        : 'writtenCommit';
  const at = commit.push?.date ?? commit.committer.date;
  return [
    proof(from, 'tagCommit', `${shortId(commit.id)} ${commit.message}`, { url: commit.url, at }),
    proof(from, 'repository', repository),
  ];
}

/** The expected tag was there, and a later commit put another one in its place that is no later change. */
function overwrittenTag(input: LinkInput): Verdict | null {
  const { change } = input;
  const newest = change.writes[0];
  if (change.place === null || newest?.after == null || newest.after === change.tag) return null;
  const own = change.writes.find(({ after }) => after === change.tag);
  if (own === undefined) return null;
  // A later run's tag is no loss: only the runs tell.
  const unread = unreadable(input.evidence, ['runs']);
  if (unread !== null) return unread;
  const finding: Finding = tagOverwritten({
    tag: change.tag ?? '',
    file: change.place.path,
    commit: shortId(newest.commit.id),
    found: newest.after,
  });
  return {
    status: 'broken',
    findings: [finding],
    proof: [
      proof('history', 'tagCommit', `${shortId(own.commit.id)} ${own.commit.message}`, {
        at: own.commit.committer.date,
      }),
      proof('history', 'commit', `${shortId(newest.commit.id)} ${newest.commit.message}`, {
        at: newest.commit.committer.date,
        url: newest.commit.url,
      }),
      proof('desiredFiles', 'value', newest.after),
    ],
  };
}
