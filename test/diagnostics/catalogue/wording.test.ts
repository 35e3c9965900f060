import { describe, expect, test } from '@jest/globals';
import { CATALOGUE } from '../../../src/diagnostics/catalogue/all.ts';
import { EVIDENCE_NAMES } from '../../../src/diagnostics/catalogue/evidence-names.ts';
import { PLACES, placesOf } from '../../../src/diagnostics/catalogue/places.ts';
import { FLOWCHART } from '../../../src/diagnostics/flowchart.ts';
import type { Bilingual } from '../../../src/diagnostics/locale.ts';

const NBSP = '\u00a0';

interface Text extends Bilingual {
  /** `GT0502 detail` */
  readonly name: string;
}

function texts(part: string, of: (finding: (typeof CATALOGUE)[number]) => Bilingual): Text[] {
  return CATALOGUE.map((finding) => ({ name: `${finding.code} ${part}`, ...of(finding) }));
}

function named(prefix: string, entries: Readonly<Record<string, Bilingual>>): Text[] {
  return Object.entries(entries).map(([name, { en, fr }]) => ({ name: `${prefix} ${name}`, en, fr }));
}

const TITLES = texts('title', ({ title }) => title);
const DETAILS = texts('detail', ({ detail }) => detail);
const NEXTS = texts('next', ({ next }) => next);
const REVERTS = texts('revert', ({ revert }) => revert.why);
const FINDINGS = [...TITLES, ...DETAILS, ...NEXTS, ...REVERTS];
const EVERYTHING = [
  ...FINDINGS,
  ...named('evidence', EVIDENCE_NAMES),
  ...named('place', PLACES),
  ...named('node', Object.fromEntries(Object.entries(FLOWCHART).map(([node, { text }]) => [node, text]))),
];

/** The texts that break a rule, in the language that breaks it. */
function breaking(
  among: readonly Text[],
  language: 'en' | 'fr',
  isWrong: (text: string) => boolean,
): string[] {
  return among.filter((text) => isWrong(text[language])).map((text) => `${text.name}: ${text[language]}`);
}

function matching(among: readonly Text[], language: 'en' | 'fr', pattern: RegExp): string[] {
  return breaking(among, language, (text) => pattern.test(text));
}

test('the rules look at every finding', () => {
  expect(FINDINGS.length).toBe(CATALOGUE.length * 4);
  expect(CATALOGUE.length).toBeGreaterThanOrEqual(115);
});

describe('both languages', () => {
  test('are there and differ', () => {
    expect(breaking(FINDINGS, 'en', (text) => text.trim() === '')).toEqual([]);
    expect(breaking(FINDINGS, 'fr', (text) => text.trim() === '')).toEqual([]);
    expect(FINDINGS.filter(({ en, fr }) => en === fr)).toEqual([]);
  });

  test('say the same facts', () => {
    const differing = FINDINGS.filter(({ en, fr }) => facts(en) !== facts(fr));
    expect(differing).toEqual([]);
  });

  test('need no facts in titles and in the reason about the revert: both are read without them', () => {
    expect([...TITLES, ...REVERTS].filter(({ en }) => facts(en) !== '')).toEqual([]);
  });

  function facts(text: string): string {
    return [...placesOf(text)].sort().join(' ');
  }
});

describe('a text for three in the morning', () => {
  test.each(['en', 'fr'] as const)('%s: a detail has one or two sentences', (language) => {
    expect(breaking(DETAILS, language, (text) => sentences(text).length > 2)).toEqual([]);
  });

  test.each(['en', 'fr'] as const)('%s: it fits on a phone', (language) => {
    expect(breaking(TITLES, language, (text) => text.length > 70)).toEqual([]);
    expect(breaking(FINDINGS, language, (text) => text.length > 260)).toEqual([]);
  });

  test.each(['en', 'fr'] as const)(
    '%s: a title is a heading, everything else ends as a sentence',
    (language) => {
      expect(matching(TITLES, language, /[.:;]$/)).toEqual([]);
      expect(breaking([...DETAILS, ...NEXTS, ...REVERTS], language, (text) => !/[.”»]$/.test(text))).toEqual(
        [],
      );
    },
  );

  test('there are no exclamation marks', () => {
    expect(matching(EVERYTHING, 'en', /!/)).toEqual([]);
    expect(matching(EVERYTHING, 'fr', /!/)).toEqual([]);
  });

  test('nobody is addressed or blamed', () => {
    const blame = /\b(you|your|fault of|mistake of|forgot|forgotten|should have|blame|guilty|careless)\b/i;
    const faute = /(?<!\p{L})(tu|ton|vous|votre|vos|oublié|aurait dû|faute de|coupable)(?!\p{L})/iu;
    expect(matching(EVERYTHING, 'en', blame)).toEqual([]);
    expect(matching(EVERYTHING, 'fr', faute)).toEqual([]);
  });

  /** Names in places and messages are no sentences of ours. */
  function sentences(text: string): string[] {
    return text.replace(/\{\w+\}/g, 'x').split(/(?<=[.?»”])\s+(?=[A-ZÀÉÊx«“])/);
  }
});

/** What the documents forbid, or what would make an incident worse. */
const FORBIDDEN: readonly [string, RegExp][] = [
  ['a rollback in Argo CD', /argocd app rollback/i],
  ['an undo in Kubernetes', /rollout undo/i],
  [
    'a restart as the fix',
    /\brestart(s|ed)? (the|its|argo|all|it)\b|rollout restart|redémarrer|relancer les pods/i,
  ],
  ['force', /--force|force[- ]push|\bforcer\b/i],
  ['unlocking a tag', /\bunlock|déverrouiller|write-enabled true/i],
  ['a change by hand in the cluster', /kubectl (delete|edit|patch|apply|scale|annotate|label|set)/i],
];

describe('advice', () => {
  test.each(FORBIDDEN)('is never %s', (_, pattern) => {
    expect(matching(FINDINGS, 'en', pattern)).toEqual([]);
    expect(matching(FINDINGS, 'fr', pattern)).toEqual([]);
    expect(CATALOGUE.filter(({ commands }) => commands.some((command) => pattern.test(command)))).toEqual([]);
  });

  test('leaves a hard refresh to a person', () => {
    const refreshes = FINDINGS.filter(({ en, fr }) => /hard refresh/i.test(en + fr));
    expect(refreshes.map(({ name }) => name)).toEqual(['GT0516 next', 'GT0517 next']);
    for (const { en, fr } of refreshes) {
      expect(en).toMatch(/person (then )?decides on a hard refresh/);
      expect(fr).toMatch(/personne décide (ensuite )?d’un hard refresh/);
    }
  });

  test('looks before it acts', () => {
    const looks = /^(Read|Look|Compare|Check|List|Find|Render|Open|Show|Resolve|Prove|Nobody|Give|Deal)\b/;
    const regarde =
      /^(Lire|Regarder|Comparer|Vérifier|Lister|Repérer|Chercher|Rendre|Ouvrir|Montrer|Résoudre|Prouver|Personne|Indiquer|Traiter|Relire)\b/;
    expect(breaking(NEXTS, 'en', (text) => !looks.test(text))).toEqual([]);
    expect(breaking(NEXTS, 'fr', (text) => !regarde.test(text))).toEqual([]);
  });

  test('names whose move it is', () => {
    const someone = /\b(author|owners?|administrator|team|reviewer|person|whoever|nobody|move is)\b/i;
    const quelquun =
      /(auteur|responsables?|administrateur|équipe|relecteur|personne|c’est à|revient à|rien ne presse)/i;
    const ofLinks = NEXTS.filter(({ name }) => !name.startsWith('GT00'));
    expect(breaking(ofLinks, 'en', (text) => !someone.test(text))).toEqual([]);
    expect(breaking(ofLinks, 'fr', (text) => !quelquun.test(text))).toEqual([]);
  });
});

/** Words of the field: the same in both languages. */
const FIELD_TERMS = words(`
  abac account acrpull acrpush api application applications applicationset appproject argo argocd-cm argocd-repo-server
  argocd-source auto-complete auto-sync autoscaler autoscalers backend build cd cdn chart checkout checksum class clone cluster
  clusters commit commits configmaps contribute controller crashloopbackoff crd createnamespace customizations data degraded
  digest digests dns docker endpoint endpoints endpointslices entrypoint event events finalizers git gitops hard health
  healthy hook hooks https hydrator ignoredifferences imagepullbackoff ingress job jobs kind kinds kubelet kustomize labels
  manager manifest-generate-paths namespace newname no-cache outofsync overlay path pending persistcredentials pipeline
  pipelines plugin pod pods pool prestop priority progressing proxy pull push read ready rebase recreate ref refresh refs
  registry replicas replicasets repo-server repourl request requests revert rollout run runs self-heal server service
  services skip-reconcile sourcerepos ssh status surge sync synced tag tags targetrevision template templates tests true
  unknown updater url used valuefiles webhook worker workload workloads yaml
`);

/** Words that French and English write alike. */
const COGNATES = words(`
  active admission agent agents annotation architecture base branches cache cause code condition conditions configuration
  destination destinations exception image images long message minutes mode moment mutation obstacle options page parent
  pause place port ports progressive promotion public purge quota quotas resource resources route site source sources stable
  type unique validation version volume zone
`);

function words(text: string): Set<string> {
  return new Set(
    text
      .replace(/\{\w+\}/g, ' ')
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}_-]+/gu) ?? [],
  );
}

describe('French is French', () => {
  test('it shares only words of the field with the English text', () => {
    const shared = EVERYTHING.flatMap(({ name, en, fr }) => {
      const english = words(en);
      return [...words(fr)]
        .filter((word) => english.has(word) && !FIELD_TERMS.has(word) && !COGNATES.has(word))
        .map((word) => `${name}: ${word}`);
    });
    expect(shared).toEqual([]);
  });

  test('both lists hold only words that are used', () => {
    const used = words(EVERYTHING.map(({ fr }) => fr).join(' '));
    expect([...FIELD_TERMS, ...COGNATES].filter((word) => !used.has(word))).toEqual([]);
    expect([...FIELD_TERMS].filter((word) => COGNATES.has(word))).toEqual([]);
  });

  test('it has no small English word', () => {
    const small =
      /\b(the|of|and|with|from|which|that|this|not|has|was|were|are|its|their|when|then|by|for|to)\b/;
    expect(matching(EVERYTHING, 'fr', small)).toEqual([]);
  });

  test('apostrophes and quotation marks are French', () => {
    expect(matching(EVERYTHING, 'fr', /['"“”]|\.\.\./)).toEqual([]);
  });

  test('a no-break space stands before ; ? » and a colon, and after «', () => {
    expect(matching(EVERYTHING, 'fr', new RegExp(`[^${NBSP}][;?»]`))).toEqual([]);
    expect(matching(EVERYTHING, 'fr', new RegExp(`«[^${NBSP}]`))).toEqual([]);
    const withoutCode = EVERYTHING.map((text) => ({
      ...text,
      fr: text.fr.replace('persistCredentials: true', ''),
    }));
    expect(matching(withoutCode, 'fr', new RegExp(`[^${NBSP}]:(\\s|$)`))).toEqual([]);
  });

  test('no space stands where none belongs', () => {
    expect(matching(EVERYTHING, 'fr', / {2}|\s,|\s\.(?!\w)|^\s|\s$/)).toEqual([]);
    expect(matching(EVERYTHING, 'en', new RegExp(`${NBSP}| {2}|\\s[,:;?]|\\s\\.(?!\\w)|^\\s|\\s$`))).toEqual(
      [],
    );
  });
});
