// Every finding by its code.
import type { FindingCode, FindingTexts } from '../finding.ts';
import * as refresh from './detection/refresh.ts';
import * as render from './detection/render.ts';
import * as source from './detection/source.ts';
import * as engine from './engine.ts';
import * as merge from './merge.ts';
import * as image from './pull/image.ts';
import * as registry from './pull/registry.ts';
import * as push from './push.ts';
import * as containers from './rollout/containers.ts';
import * as creation from './rollout/creation.ts';
import * as held from './rollout/held.ts';
import * as route from './rollout/route.ts';
import * as runFailure from './run/failure.ts';
import * as runTrigger from './run/trigger.ts';
import * as runWaiting from './run/waiting.ts';
import * as syncFailure from './sync/failure.ts';
import * as masked from './sync/masked.ts';
import * as refused from './sync/refused.ts';
import * as syncWaiting from './sync/waiting.ts';
import * as content from './tag-commit/content.ts';
import * as delivery from './tag-commit/delivery.ts';
import * as step from './tag-commit/step.ts';

type Module = Readonly<Record<string, { readonly texts: FindingTexts }>>;

const MODULES: readonly Module[] = [
  engine,
  merge,
  runTrigger,
  runWaiting,
  runFailure,
  push,
  step,
  delivery,
  content,
  source,
  refresh,
  render,
  syncWaiting,
  syncFailure,
  refused,
  masked,
  held,
  creation,
  containers,
  route,
  registry,
  image,
];

/** In the order of their codes. */
export const CATALOGUE: readonly FindingTexts[] = MODULES.flatMap((module) =>
  Object.values(module).map((finding) => finding.texts),
).sort((a, b) => a.code.localeCompare(b.code));

const BY_CODE = new Map(CATALOGUE.map((texts) => [texts.code, texts]));

/** A code that is not in the catalogue is a programmer's error or a report of a newer version. */
export function findingTexts(code: FindingCode): FindingTexts {
  const texts = BY_CODE.get(code);
  if (texts === undefined) throw new RangeError(`no finding ${code} in the catalogue of this version`);
  return texts;
}
