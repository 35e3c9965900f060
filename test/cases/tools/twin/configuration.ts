// A change of settings reaches the pods: what the rendered manifest says of the workload, and new pods.
import { parse } from 'yaml';
import { isHelm, layersOf, mainSource } from './place.ts';
import type { Box, Labels, Workload } from './model.ts';
import { chartFolder, followedSources, joined, treeOf } from './sources.ts';
import type { Subject } from './subject.ts';
import { newUid, ownedBy, removeObjects, type World } from './world.ts';
import { removePods } from './pods.ts';
import { leavesOf } from './yaml-text.ts';

/** True when the pods have to be replaced. */
export function applyConfiguration(world: World, subject: Subject, workload: Workload, at: string): boolean {
  const rendered = renderedWorkload(world, subject, workload.metadata.name);
  const before = JSON.stringify(workload.spec);
  if (rendered !== undefined) take(world, subject, workload, rendered);
  const labels = commonLabels(world, subject);
  if (labels !== undefined) relabel(world, subject, workload, labels);
  if (
    before === JSON.stringify(workload.spec) ||
    templateOf(before) === JSON.stringify(workload.spec.template)
  ) {
    // Nothing of the template changed: only new pods read new settings.
    const { metadata } = workload.spec.template;
    metadata.annotations = { ...metadata.annotations, 'kubectl.kubernetes.io/restartedAt': at };
  }
  return true;
}

function templateOf(spec: string): string {
  return JSON.stringify((JSON.parse(spec) as { template: unknown }).template);
}

interface Rendered {
  readonly replicas?: number;
  readonly selector?: Labels;
  readonly labels?: Labels;
  readonly container?: Box;
}

function take(
  world: World,
  subject: Subject,
  workload: Workload,
  { replicas, selector, labels, container }: Rendered,
): void {
  if (replicas !== undefined) workload.spec.replicas = replicas;
  if (
    selector !== undefined &&
    JSON.stringify(selector) !== JSON.stringify(workload.spec.selector.matchLabels)
  ) {
    recreate(world, subject, workload, selector, { ...workload.spec.template.metadata.labels, ...labels });
  }
  const [own] = workload.spec.template.spec.containers;
  for (const key of ['env', 'envFrom']) {
    const value = container?.[key];
    if (own !== undefined && value !== undefined && value !== null) own[key] = value;
  }
}

/** A selector cannot be changed: the workload is a new one of the same name. */
function recreate(
  world: World,
  { cluster }: Subject,
  workload: Workload,
  selector: Labels,
  labels: Labels,
): void {
  for (const set of ownedBy(cluster, 'ReplicaSet', workload)) {
    removePods(cluster, ownedBy(cluster, 'Pod', set));
    removeObjects(cluster, [set]);
  }
  workload.metadata.uid = newUid(world, `recreated/${workload.metadata.name}`);
  workload.metadata.creationTimestamp = new Date(world.start).toISOString().replace('.000Z', 'Z');
  workload.metadata.generation = 1;
  delete workload.metadata.annotations?.['deployment.kubernetes.io/revision'];
  workload.spec.selector = { matchLabels: { ...selector } };
  workload.spec.template.metadata.labels = labels;
}

function relabel(world: World, subject: Subject, workload: Workload, labels: Labels): void {
  const wanted = { ...workload.spec.selector.matchLabels, ...labels };
  if (JSON.stringify(wanted) === JSON.stringify(workload.spec.selector.matchLabels)) return;
  recreate(world, subject, workload, wanted, { ...workload.spec.template.metadata.labels, ...labels });
}

/** commonLabels of Kustomize go into selectors too. */
function commonLabels(world: World, { application }: Subject): Labels | undefined {
  const main = mainSource(application);
  const own = followedSources(world, application).find(({ source }) => source === main);
  const file = own === undefined ? undefined : treeOf(own).get(joined(main.path ?? '', 'kustomization.yaml'));
  return file === undefined ? undefined : (parse(file) as { commonLabels?: Labels } | null)?.commonLabels;
}

// A small part of Helm: values, defaults, with and toYaml, as far as the charts of the cases use them

function renderedWorkload(world: World, { application }: Subject, name: string): Rendered | undefined {
  const main = mainSource(application);
  const followed = followedSources(world, application);
  if (!isHelm(main, followed)) return undefined;
  const layers = layersOf(world, main, followed);
  const values = layers.reduce<Box>(
    (all, { content, prefix }) => overlaid(all, nested(prefix, (parse(content) as Box | null) ?? {})),
    {},
  );
  for (const { tree, folder, prefix } of templateFolders(world, main, followed, layers)) {
    for (const [file, text] of tree) {
      if (
        !file.startsWith(`${folder}/templates/`) ||
        !/^kind: (?:Deployment|StatefulSet|DaemonSet|Rollout)$/m.test(text)
      )
        continue;
      const found = parsed(
        render(
          text,
          prefix.reduce<unknown>((at, key) => (at as Box | undefined)?.[key], values),
          application.metadata.name,
        ),
      );
      if (found !== undefined && found.name === name) return found;
    }
  }
  return undefined;
}

interface TemplateFolder {
  readonly tree: ReadonlyMap<string, string>;
  readonly folder: string;
  readonly prefix: readonly string[];
}

function templateFolders(
  world: World,
  main: ReturnType<typeof mainSource>,
  followed: ReturnType<typeof followedSources>,
  layers: ReturnType<typeof layersOf>,
): TemplateFolder[] {
  const chart = main.chart === undefined ? undefined : chartFolder(world, main.chart);
  const own = followed.find(({ source }) => source === main);
  const folders: TemplateFolder[] = [];
  if (chart !== undefined) {
    folders.push({
      tree: treeOf({
        repository: chart.repository,
        branch: chart.repository.defaultBranch.replace('refs/heads/', ''),
      }),
      folder: chart.folder,
      prefix: [],
    });
  } else if (own !== undefined)
    folders.push({ tree: treeOf(own), folder: joined('', main.path ?? ''), prefix: [] });
  for (const { source, file, prefix } of layers) {
    if (prefix.length > 0)
      folders.push({ tree: treeOf(source), folder: file.replace(/\/values\.yaml$/, ''), prefix });
  }
  return folders;
}

function nested(prefix: readonly string[], values: Box): Box {
  return prefix.toReversed().reduce<Box>((inner, key) => ({ [key]: inner }), values);
}

function overlaid(below: Box, over: Box): Box {
  const result: Box = { ...below };
  for (const [key, value] of Object.entries(over)) {
    const old = result[key];
    result[key] = isBox(old) && isBox(value) ? overlaid(old, value) : value;
  }
  return result;
}

function isBox(value: unknown): value is Box {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueOf(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isBox(at) ? at[key] : undefined), values);
}

function render(text: string, values: unknown, release: string): string {
  const lines: string[] = [];
  let scope: unknown;
  let isSkipped = false;
  for (const line of text.split('\n')) {
    const opened = /^\s*\{\{-? with \.Values\.([\w.]+) -?\}\}\s*$/.exec(line);
    if (opened !== null) {
      scope = valueOf(values, opened[1] ?? '');
      isSkipped = scope === undefined || scope === null;
      continue;
    }
    if (/^\s*\{\{-? end -?\}\}\s*$/.test(line)) {
      isSkipped = false;
      continue;
    }
    if (isSkipped) continue;
    const block = /^(\s*)\{\{-? toYaml (\.Values\.[\w.]+|\.) \| nindent (\d+) -?\}\}\s*$/.exec(line);
    if (block !== null) {
      const value = block[2] === '.' ? scope : valueOf(values, (block[2] ?? '').slice('.Values.'.length));
      lines.push(`${' '.repeat(Number(block[3]))}${JSON.stringify(value ?? null)}`);
      continue;
    }
    lines.push(
      line
        .replace(
          /\{\{-?\s*\.Values\.([\w.]+)(?:\s*\|\s*default\s+"?([^"}]*?)"?)?(?:\s*\|\s*quote)?\s*-?\}\}/g,
          (_, path: string, fallback: string | undefined) => scalar(valueOf(values, path) ?? fallback),
        )
        .replace(/\{\{-?\s*\.Release\.Name\s*-?\}\}/g, release),
    );
  }
  return lines.join('\n');
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

/** Undefined where something stayed that is not Helm's smallest part. */
function parsed(text: string): (Rendered & { name: string }) | undefined {
  if (/\{\{/.test(text) || leavesOf(text).length === 0) return undefined;
  const object = parse(text) as {
    metadata?: { name?: string };
    spec?: {
      replicas?: number;
      selector?: { matchLabels?: Labels };
      template?: { metadata?: { labels?: Labels }; spec?: { containers?: Box[] } };
    };
  };
  const { replicas, selector, template } = object.spec ?? {};
  const container = template?.spec?.containers?.[0];
  return {
    name: object.metadata?.name ?? '',
    ...(typeof replicas === 'number' ? { replicas } : {}),
    ...(selector?.matchLabels === undefined ? {} : { selector: selector.matchLabels }),
    ...(template?.metadata?.labels === undefined ? {} : { labels: template.metadata.labels }),
    ...(container === undefined ? {} : { container }),
  };
}
