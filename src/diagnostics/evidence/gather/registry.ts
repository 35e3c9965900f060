// The registry: does it hold the tag, which digest is it, for which platforms, and is the previous one still there.
import { answered, unanswered } from '../observed.ts';
import type { RegistryReader } from '../ports.ts';
import { NO_TAG } from '../registry.ts';
import type { Change } from '../../change.types.ts';
import { changeSoFar } from './change-so-far.ts';
import { AnswerFailed, NeedFailed, take, type Gathering, type PartOfNodes } from './gathering.ts';

const NEWEST_TAGS = 20;

function registryOf(g: Gathering, change: Change): { reader: RegistryReader; repository: string } {
  if (change.image === null) throw new NeedFailed('workloads');
  const { registry, repository } = change.image;
  const reader =
    registry === '' && g.readers.registries.length === 1
      ? g.readers.registries[0]
      : g.readers.registries.find(({ loginServer }) => loginServer === registry);
  if (reader === undefined) {
    const address = registry === '' ? 'no registry' : registry;
    throw new AnswerFailed(`registry ${address}`, {
      kind: 'unreachable',
      what: 'container registry',
      address,
      detail: 'not one of the configured registries',
    });
  }
  return { reader, repository };
}

export const registryNodes: PartOfNodes<'imageTag' | 'imageTags' | 'imageManifest' | 'previousTag'> = {
  async imageTag(g) {
    const change = await changeSoFar(g);
    const { reader, repository } = registryOf(g, change);
    if (change.tag === null) return answered('no tag is expected', { found: false, code: NO_TAG });
    return reader.tag(repository, change.tag, g.signal);
  },

  async imageTags(g) {
    const { reader, repository } = registryOf(g, await changeSoFar(g));
    return reader.tags(repository, { top: NEWEST_TAGS }, g.signal);
  },

  async imageManifest(g) {
    const { reader, repository } = registryOf(g, await changeSoFar(g));
    const tag = await g.observe('imageTag');
    if (!tag.ok) return unanswered(tag.source, tag.error);
    if (!tag.value.found) return answered(tag.source, { found: false, code: tag.value.code });
    return reader.manifest(repository, tag.value.value.digest, g.signal);
  },

  async previousTag(g) {
    const change = await changeSoFar(g);
    if (change.previousTag === null)
      return answered('no previous tag is known', { found: false, code: NO_TAG });
    const { reader, repository } = registryOf(g, change);
    const answer = await reader.tag(repository, change.previousTag, g.signal);
    return answered(answer.source, take(answer));
  },
};
