// The rights maillon needs to read, as Markdown made from the table of allowed requests: docs/rights.md.
import { allowedRequests, type RequestSystem } from './requests.ts';

const SYSTEMS: Readonly<Record<RequestSystem, string>> = {
  azureDevOps: 'Azure DevOps',
  kubernetes: 'Kubernetes',
  registry: 'Azure Container Registry',
};

export function rightsReference(): string {
  const tables = (Object.keys(SYSTEMS) as RequestSystem[]).flatMap((system) => [
    `## ${SYSTEMS[system]}`,
    '',
    '| Right | What for |',
    '| --- | --- |',
    ...rightsOf(system).map(
      ({ name, verbs, reads }) => `| ${[name, ...verbs].join(' ')} | ${[...reads].join('; ')} |`,
    ),
    '',
  ]);
  return [
    '# Rights',
    '',
    'All that maillon reads, and the right each needs. Clients refuse to send a request that is not in this table.',
    'A right that is missing makes a link unknown, never broken, and the report names it.',
    '',
    ...tables,
    'Made from `src/diagnostics/clients/requests.ts` by `node scripts/reference.mjs`: change it there.',
    '',
  ].join('\n');
}

interface Right {
  readonly name: string;
  readonly verbs: Set<string>;
  readonly reads: Set<string>;
}

/** `get deployments.apps` and `list deployments.apps` are one line of a role. */
function rightsOf(system: RequestSystem): readonly Right[] {
  const rights = new Map<string, Right>();
  for (const { right, reads } of allowedRequests.filter((row) => row.system === system)) {
    const [verb = '', resource] = system === 'kubernetes' ? right.split(' ') : ['', right];
    const name = system === 'kubernetes' ? `\`${resource ?? ''}\`` : (resource ?? '');
    const known = rights.get(name) ?? { name, verbs: new Set(), reads: new Set() };
    rights.set(name, known);
    if (verb !== '') known.verbs.add(verb);
    known.reads.add(reads);
  }
  return [...rights.values()];
}
