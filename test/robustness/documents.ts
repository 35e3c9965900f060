// The same case with a neighbour and in another order, for the lab: its answers then hold them as the real systems' do.
import type { CaseDocument } from '../cases/tools/document.ts';
import { at, isMap, listAt, textAt } from '../cases/tools/document.ts';
import { neighbourObjects, neighbourOf } from './neighbours.ts';
import { shuffled, type Random } from './random.ts';

export function withNeighbourInLab(document: CaseDocument, random: Random): CaseDocument {
  const service = textAt(document, 'question', 'service') ?? 'service';
  const now = textAt(document, 'now') ?? '';
  const clusters = listAt(document, 'estate', 'kubernetes', 'clusters').map((cluster) => {
    const objects = listAt(cluster, 'objects');
    const more = destinations(objects).flatMap((namespace) =>
      neighbourObjects(neighbourOf(service, namespace, now)),
    );
    return { ...fieldsOf(cluster), objects: shuffled([...objects, ...more], random) };
  });
  const name = `${service}-beside`;
  const repository = { id: 'c0ffee00-0000-4000-8000-00000000beef', name };
  const azureDevOps = fieldsOf(at(document, 'estate', 'azureDevOps'));
  return {
    ...document,
    estate: {
      ...fieldsOf(document['estate']),
      kubernetes: { ...fieldsOf(at(document, 'estate', 'kubernetes')), clusters },
      azureDevOps: {
        ...azureDevOps,
        repositories: shuffled([...listAt(azureDevOps, 'repositories'), emptyRepository(repository)], random),
        definitions: shuffled([...listAt(azureDevOps, 'definitions'), pipelineOf(repository)], random),
        agents: shuffled(listAt(azureDevOps, 'agents'), random),
        serviceConnections: shuffled(listAt(azureDevOps, 'serviceConnections'), random),
      },
    },
  };
}

/** Namespaces that an Application of the cluster deploys to. */
function destinations(objects: readonly unknown[]): string[] {
  const named = objects
    .filter((object) => textAt(object, 'kind') === 'Application')
    .flatMap((object) => textAt(object, 'spec', 'destination', 'namespace') ?? []);
  return [...new Set(named)];
}

interface Repository {
  readonly id: string;
  readonly name: string;
}

function emptyRepository({ id, name }: Repository) {
  return {
    id,
    name,
    defaultBranch: 'refs/heads/main',
    commits: [],
    refs: {},
    pullRequests: [],
    policies: [],
  };
}

function pipelineOf({ id, name }: Repository) {
  return {
    id: 99_001,
    name: `${name}-ci`,
    path: '\\',
    type: 'build',
    queueStatus: 'disabled',
    process: { type: 2, yamlFilename: 'azure-pipelines.yml' },
    repository: { id, name, type: 'TfsGit', defaultBranch: 'refs/heads/main' },
    triggers: [],
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return isMap(value) ? value : {};
}
