// The flowchart "I pushed to Git and nothing changes" as data (document 05, section 6). Verdicts decide, the flowchart explains:
// the path of questions and answers from A to the node of a cause.
import { leafFacts, type FlowchartNode, type Leaf } from './leaves.ts';
import type { Bilingual } from './locale.ts';
import type { Outcome } from './verdict.ts';

export interface FlowchartAnswer {
  /** Null: the start leads on by itself. */
  readonly answer: Bilingual | null;
  readonly to: FlowchartNode;
}

export interface FlowchartBox {
  readonly text: Bilingual;
  /** Empty: a path ends here. */
  readonly answers: readonly FlowchartAnswer[];
}

const YES: Bilingual = { en: 'Yes', fr: 'Oui' };
const NO: Bilingual = { en: 'No', fr: 'Non' };

/** Words of Argo CD are the same in both languages. */
function word(text: string): Bilingual {
  return { en: text, fr: text };
}

export const FLOWCHART: Readonly<Record<FlowchartNode, FlowchartBox>> = {
  A: {
    text: { en: 'The commit is pushed and nothing changes', fr: 'Commit poussé, rien ne change' },
    answers: [{ answer: null, to: 'B' }],
  },
  B: {
    text: {
      en: 'Is the commit on the branch and the path the Application follows?',
      fr: 'Le commit est-il sur la branche et le chemin suivis par l’Application ?',
    },
    answers: [
      { answer: NO, to: 'B1' },
      { answer: YES, to: 'C' },
    ],
  },
  B1: {
    text: {
      en: 'targetRevision, path, valueFiles or repoURL: another repository or another overlay',
      fr: 'targetRevision, path, valueFiles ou repoURL : autre dépôt ou autre overlay',
    },
    answers: [],
  },
  C: {
    text: {
      en: 'Is the revision Argo CD shows this commit, or one that contains it?',
      fr: 'La révision affichée par Argo CD est-elle ce commit, ou un commit qui le contient ?',
    },
    answers: [
      { answer: NO, to: 'C1' },
      { answer: YES, to: 'D' },
    ],
  },
  C1: {
    text: {
      en: 'Wait for the next poll or ask for a refresh; then webhook, access to the repository, repo-server',
      fr: 'Attendre la prochaine interrogation ou demander un refresh ; puis webhook, accès au dépôt, repo-server',
    },
    answers: [],
  },
  D: {
    text: { en: 'What is the sync status?', fr: 'Quel est le sync status ?' },
    answers: [
      { answer: word('OutOfSync'), to: 'D1' },
      { answer: word('Synced'), to: 'E' },
    ],
  },
  D1: {
    text: { en: 'Is auto-sync on?', fr: 'L’auto-sync est-il activé ?' },
    answers: [
      { answer: NO, to: 'D2' },
      { answer: YES, to: 'D3' },
    ],
  },
  D2: {
    text: { en: 'A manual sync is expected', fr: 'Synchronisation manuelle attendue' },
    answers: [],
  },
  D3: {
    text: {
      en: 'Operation running, held or failed: read its message (hook, admission, quota, CRD, window)',
      fr: 'Opération en cours, retenue ou en échec : lire son message (hook, admission, quota, CRD, fenêtre)',
    },
    answers: [],
  },
  E: {
    text: { en: 'Did the pod template change?', fr: 'Le template de pod a-t-il changé ?' },
    answers: [
      { answer: NO, to: 'E1' },
      { answer: YES, to: 'F' },
    ],
  },
  E1: {
    text: {
      en: 'Same tag reused, value masked or not rendered, or field under ignoreDifferences',
      fr: 'Même tag réutilisé, valeur masquée ou non rendue, ou champ sous ignoreDifferences',
    },
    answers: [],
  },
  F: {
    text: { en: 'What is the health?', fr: 'Quel est le health status ?' },
    answers: [
      { answer: word('Progressing'), to: 'F1' },
      { answer: word('Degraded'), to: 'F2' },
      { answer: word('Healthy'), to: 'F3' },
    ],
  },
  F1: {
    text: {
      en: 'Rollout running or stuck: read its pods and events',
      fr: 'Rollout en cours ou bloqué : lire ses pods et ses events',
    },
    answers: [],
  },
  F2: {
    text: {
      en: 'ImagePullBackOff, CrashLoopBackOff: read the container of the pod',
      fr: 'ImagePullBackOff, CrashLoopBackOff : lire le conteneur du pod',
    },
    answers: [],
  },
  F3: {
    text: {
      en: 'The right version is in place: check the cache of the browser, the Ingress, the address',
      fr: 'Bonne version en place : vérifier le cache du navigateur, l’Ingress, la bonne URL',
    },
    answers: [],
  },
};

/** From A to the node of the cause; a live change without a cause ends in F3; empty where the chain stops before A. */
export function flowchartPath(leaf: Leaf | null, outcome: Outcome): readonly FlowchartNode[] {
  const end = leaf === null ? endOf(outcome) : leafFacts(leaf).flowchart;
  return end === null ? [] : pathTo(end);
}

export interface FlowchartStep {
  readonly node: FlowchartNode;
  readonly text: Bilingual;
  /** The answer that leads to the next step; null for the start and the last step. */
  readonly answer: Bilingual | null;
}

/** A path as questions and answers. */
export function flowchartSteps(path: readonly FlowchartNode[]): readonly FlowchartStep[] {
  return path.map((node, index) => {
    const { text, answers } = FLOWCHART[node];
    const taken = answers.find(({ to }) => to === path[index + 1]);
    return { node, text, answer: taken?.answer ?? null };
  });
}

function endOf(outcome: Outcome): FlowchartNode | null {
  return outcome === 'live' ? 'F3' : null;
}

/** The flowchart is a tree: each node but A has one box that leads to it. */
function pathTo(end: FlowchartNode): FlowchartNode[] {
  const before = (Object.keys(FLOWCHART) as FlowchartNode[]).find((node) =>
    FLOWCHART[node].answers.some(({ to }) => to === end),
  );
  return before === undefined ? [end] : [...pathTo(before), end];
}
