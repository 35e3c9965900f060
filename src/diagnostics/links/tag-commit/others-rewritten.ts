// The edit changed the tag of other images of the file too: another workload then asks for an image nobody pushed
// (facts/azure-devops-and-acr.md 5.1, a `sed` over every `tag:` line).
import { allTagsRewritten } from '../../catalogue/tag-commit/content.ts';
import { valueOf } from '../../evidence/observed.ts';
import { imageEntries } from '../../gitops/image-entries.ts';
import { parseImage, sameImage } from '../../gitops/image-name.ts';
import type { LinkInput } from '../../link.ts';
import type { Verdict } from '../../verdict.ts';
import { proof, shortId } from '../verdicts.ts';

export function othersRewritten({ evidence, change }: LinkInput): Verdict | null {
  const history = valueOf(evidence.history) ?? [];
  const newest = history.find(({ commit }) => commit.id === change.tagCommit?.id) ?? history[0];
  const older = history.filter(({ path, source }) => path === newest?.path && source === newest.source);
  const before = older[older.findIndex((revision) => revision === newest) + 1];
  if (newest?.content == null || before?.content == null || change.image === null) return null;
  const after = imageEntries(newest.content);
  const previous = imageEntries(before.content);
  if (!after.ok || !previous.ok) return null;
  const rewritten = after.entries.filter((entry) => {
    const old = previous.entries.find((candidate) => candidate.keys.join('.') === entry.keys.join('.'));
    return old !== undefined && old.tag !== entry.tag && entry.tag === change.tag;
  });
  const missing = failingImage(
    evidence,
    change,
    rewritten.flatMap(({ repository }) => repository ?? []),
  );
  if (rewritten.length < 2 || missing === null) return null;
  return {
    status: 'broken',
    findings: [
      allTagsRewritten({
        commit: shortId(newest.commit.id),
        tag: change.tag ?? '',
        file: newest.path,
        image: missing.image,
      }),
    ],
    proof: [
      proof('history', 'tagCommit', `${shortId(newest.commit.id)} ${newest.commit.message}`, {
        url: newest.commit.url,
      }),
      proof('history', 'file', `${newest.path}: ${rewritten.map(({ keys }) => keys.join('.')).join(', ')}`),
      proof('pods', 'pod', `${missing.pod} ${missing.reason}`),
    ],
  };
}

/** A pod of another image that waits for the same tag. */
function failingImage(
  evidence: LinkInput['evidence'],
  change: LinkInput['change'],
  repositories: readonly string[],
): { image: string; pod: string; reason: string } | null {
  for (const pod of valueOf(evidence.pods) ?? []) {
    for (const status of pod.status?.containerStatuses ?? []) {
      const container = pod.spec.containers.find(({ name }) => name === status.name);
      const reason = status.state?.waiting?.reason ?? '';
      if (container?.image === undefined || !/ImagePull|ErrImage/.test(reason)) continue;
      const image = parseImage(container.image);
      if (image.tag !== change.tag || change.image === null || sameImage(image, change.image)) continue;
      const known =
        repositories.length === 0 ||
        repositories.some((repository) => sameImage(parseImage(repository), image));
      if (known) return { image: container.image, pod: pod.metadata.name, reason };
    }
  }
  return null;
}
