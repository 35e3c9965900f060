// Is the revert of the tag commit to be offered?
import { describe, expect, test } from '@jest/globals';
import { gitPushTf401027 } from '../../src/diagnostics/catalogue/tag-commit/step.ts';
import { imageNotPushed } from '../../src/diagnostics/catalogue/push.ts';
import { resolveChange } from '../../src/diagnostics/change.ts';
import type { Change } from '../../src/diagnostics/change.types.ts';
import type { Evidence } from '../../src/diagnostics/evidence/evidence.ts';
import type { Finding } from '../../src/diagnostics/finding.ts';
import type { Judgement } from '../../src/diagnostics/judge.ts';
import { wayBack, type WayBack } from '../../src/diagnostics/way-back.ts';
import { evidenceOf, OLD_TAG, REQUEST, running } from './change/delivery.ts';
import { NEW_DIGEST, OLD_DIGEST } from './kubernetes/objects.ts';

/** Its catalogue entry says that the revert helps. */
const HELPS = imageNotPushed({ run: 731, image: 'x' });
const NO_HELP = gitPushTf401027({ run: 731, repository: 'env', message: 'x' });

interface Parts {
  readonly finding?: Finding | null;
  readonly outcome?: Judgement['outcome'];
  readonly change?: Partial<Change>;
  readonly alsoSeen?: readonly Finding[];
  readonly pods?: Evidence['pods'];
  readonly previousTag?: Evidence['previousTag'];
  readonly intent?: 'trace' | 'rollback';
}

const THERE: Evidence['previousTag'] = { found: true, value: { name: OLD_TAG, digest: OLD_DIGEST } };

function offered(parts: Parts): WayBack {
  const { finding = HELPS, outcome = 'broken', alsoSeen = [], previousTag = THERE, intent = 'trace' } = parts;
  const evidence = evidenceOf({
    values: { previousTag, ...(parts.pods === undefined ? {} : { pods: parts.pods }) },
  });
  const judgement: Judgement = {
    outcome,
    link: 'push',
    finding,
    change: { ...resolveChange(REQUEST, evidence), ...parts.change },
    // The way back is told from the change and the finding alone.
    verdicts: {} as Judgement['verdicts'],
    alsoSeen: alsoSeen.map((one) => ({ link: 'pull', finding: one })),
  };
  return wayBack({ ...REQUEST, intent }, judgement, evidence);
}

const NEW_PODS = [running('731', NEW_DIGEST, 60)];

describe('wayBack', () => {
  const cases: [string, Parts, WayBack['offer']][] = [
    ['it helps this cause', {}, 'propose'],
    ['it helps a cause that is also seen', { finding: NO_HELP, alsoSeen: [HELPS] }, 'propose'],
    ['it does not help, and the previous version still serves', { finding: NO_HELP }, 'available'],
    ['it does not help, and the new version serves', { finding: NO_HELP, pods: NEW_PODS }, 'none'],
    ['nothing is broken', { outcome: 'waiting' }, 'none'],
    ['nobody can tell', { outcome: 'undetermined', finding: null }, 'none'],
    ['live', { outcome: 'live', finding: null }, 'none'],
    ['live, and the person asks for it', { outcome: 'live', finding: null, intent: 'rollback' }, 'propose'],
    ['waiting, and the person asks for it', { outcome: 'waiting', intent: 'rollback' }, 'propose'],
    ['the tag is not in Git', { change: { desiredTag: OLD_TAG } }, 'none'],
    ['no commit is known', { change: { tagCommit: null } }, 'none'],
    ['no place is known', { change: { place: null } }, 'none'],
    ['no earlier tag is known', { change: { previousTag: null } }, 'none'],
    ['the earlier tag was removed', { previousTag: { found: false, code: 'TAG_UNKNOWN' } }, 'none'],
    [
      'the earlier tag was removed, and the person asks for it',
      { previousTag: { found: false, code: 'TAG_UNKNOWN' }, intent: 'rollback' },
      'none',
    ],
    [
      'a commit of configuration can be reverted without a tag',
      { change: { kind: 'configuration', previousTag: null, place: null } },
      'propose',
    ],
  ];

  test.each(cases)('%s', (_, parts, offer) => {
    const told = offered(parts);
    expect(told.offer).toBe(offer);
    expect([told.reason.en, told.reason.fr].every((text) => text.length > 10 && !text.includes('{'))).toBe(
      true,
    );
  });

  test('what stands in the way is told', () => {
    expect(offered({ previousTag: { found: false, code: 'TAG_UNKNOWN' } }).reason.en).toContain(OLD_TAG);
    expect(offered({ change: { previousTag: null } }).reason.en).toBe('No earlier tag is known.');
  });
});
