// `maillon lab`: serves the systems of case files on loopback until it is stopped.
import { kubernetesUrl, azureDevOpsUrl, registryUrl } from '../lab/addresses.ts';
import { startLab } from '../lab/server.ts';
import type { LabArguments } from './arguments.ts';
import { casesOf } from './cases.ts';
import type { Terminal } from './terminal.ts';

export async function serveLab(asked: LabArguments, terminal: Terminal): Promise<number> {
  const files = casesOf(asked.cases);
  const lab = await startLab({ port: asked.port });
  try {
    for (const file of files) {
      const labCase = file.load();
      const { kubernetes, azureDevOps, registry } = labCase.estate;
      lab.addWorld(labCase.id, labCase);
      terminal.out(
        [
          `${labCase.id}  ${labCase.question.service} (${labCase.question.application}), clock ${labCase.now}`,
          ...kubernetes.clusters.map(
            ({ name }) => `  kubernetes    ${kubernetesUrl(lab.url, labCase.id, name)}`,
          ),
          `  azure devops  ${azureDevOpsUrl(lab.url, labCase.id, azureDevOps.organization)}`,
          `  registry      ${registryUrl(lab.url, labCase.id, registry.loginServer)}`,
          '',
        ].join('\n'),
      );
    }
    await stopped(terminal.signal);
    return 0;
  } finally {
    await lab.close();
  }
}

async function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
}
