// Containers that wait for their image (facts/kubernetes.md 2.1): the kubelet's own reasons, whatever the cause behind them.
import type { Pod } from '../evidence/kubernetes.ts';
import { containersOf, type PodContainer } from './pods.ts';

const IMAGE_REASONS: ReadonlySet<string> = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
]);

export function waitsForImage({ status }: PodContainer): boolean {
  return IMAGE_REASONS.has(status?.state?.waiting?.reason ?? '');
}

export function containersWithoutImage(pod: Pod): PodContainer[] {
  return containersOf(pod).filter(waitsForImage);
}
