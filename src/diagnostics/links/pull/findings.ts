// Causes of link 8 in the words of the catalogue: the one place that knows both.
import {
  imagePullNotFound,
  imagePullNotFoundRepository,
  imagePullPlatform,
  imagePurged,
  imagePurgedManifest,
  imageReferenceInvalid,
  nodeDiskFull,
} from '../../catalogue/pull/image.ts';
import {
  imagePull401,
  imagePull401Anonymous,
  imagePull403,
  imagePullNetwork,
  imagePullRegistryError,
  imagePullRegistryErrorLasting,
} from '../../catalogue/pull/registry.ts';
import type { Change } from '../../change.types.ts';
import type { Finding } from '../../finding.ts';
import type { Subject } from '../../kubernetes/subjects.ts';
import type { PullCause } from './cause.ts';
import { registryOf } from './registry-answer.ts';

/** A fact that no system told: visible as such, never guessed. */
const UNKNOWN = '?';

export function findingOf(cause: PullCause, subject: Subject, change: Change): Finding {
  const { trouble, message, variant } = cause;
  const { namespace } = subject;
  const { pod, image } = trouble;
  const registry = registryOf(image, change);
  const node = trouble.node ?? UNKNOWN;
  const since = trouble.since ?? UNKNOWN;
  switch (cause.leaf) {
    case 'image_pull_401':
      return variant === 'anonymous'
        ? imagePull401Anonymous({ namespace, pod, image, registry, message })
        : imagePull401({ namespace, pod, image, message });
    case 'image_pull_403':
      return imagePull403({ namespace, pod, image, registry, message });
    case 'image_pull_network':
      return imagePullNetwork({ namespace, pod, registry, message });
    case 'image_pull_not_found':
      return variant === 'repository'
        ? imagePullNotFoundRepository({ namespace, pod, image, registry })
        : imagePullNotFound({ namespace, pod, image });
    case 'image_purged':
      return variant === 'manifest'
        ? imagePurgedManifest({ namespace, pod, image })
        : imagePurged({ namespace, pod, image, run: cause.run ?? UNKNOWN });
    case 'image_reference_invalid':
      return imageReferenceInvalid({ namespace, image, workload: `${subject.kind}/${subject.name}` });
    case 'image_pull_platform':
      return imagePullPlatform({
        image,
        node,
        pod,
        expected: cause.architecture ?? UNKNOWN,
        found: cause.offered ?? UNKNOWN,
      });
    case 'image_pull_registry_error':
      return cause.waiting === undefined
        ? imagePullRegistryErrorLasting({ namespace, pod, since, message })
        : imagePullRegistryError({ namespace, pod, since, message, until: cause.waiting.until });
    case 'node_disk_full':
      return nodeDiskFull({ node, pod, message });
  }
}
