// Where the systems of a world are found below the lab's address. The first segment names the world, the second the system.
// Everything after these roots is the real path of the real system.

export type LabSystem = 'kubernetes' | 'azure-devops' | 'registry';

/** Stands for the API server of a cluster (`server` of a kubeconfig). */
export function kubernetesUrl(labUrl: string, world: string, clusterName: string): string {
  return systemUrl(labUrl, world, 'kubernetes', clusterName);
}

/** Stands for `https://dev.azure.com/{organization}`. */
export function azureDevOpsUrl(labUrl: string, world: string, organization: string): string {
  return systemUrl(labUrl, world, 'azure-devops', organization);
}

/** Stands for `https://{loginServer}`: what follows the host of a request to the registry is put behind it. */
export function registryUrl(labUrl: string, world: string, loginServer: string): string {
  return systemUrl(labUrl, world, 'registry', loginServer.toLowerCase());
}

function systemUrl(labUrl: string, world: string, system: LabSystem, name: string): string {
  return [labUrl.replace(/\/$/, ''), world, system, name]
    .map((part, at) => (at === 0 ? part : encodeURIComponent(part)))
    .join('/');
}
