// The subject of a trace, worked out from the evidence: which image, which tag, which commits carry the change.
import type { Build, GitCommit } from './evidence/azure-devops.ts';

/** Image without tag. `registry` is empty when the reference names none. */
export interface ImageName {
  readonly registry: string;
  readonly repository: string;
}

/** One place of the GitOps repository that holds the tag of the service. */
export interface TagPlace {
  /** Index of the Application's source. */
  readonly source: number;
  readonly repository: string;
  readonly path: string;
  /** Keys from the root of the document, for example ['chat-api', 'image', 'tag'] or ['images', '0', 'newTag']. */
  readonly keys: readonly string[];
}

/** A commit that wrote a tag. */
export interface TagWrite {
  readonly place: TagPlace;
  readonly commit: GitCommit;
  readonly before: string | null;
  readonly after: string | null;
}

/** A workload of the Application that runs (or should run) the image of the service. */
export interface SubjectWorkload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Containers whose image is the service's. */
  readonly containers: readonly string[];
}

export interface Change {
  /**
   * image: the change brings a tag. configuration: the commit changes other things of the GitOps repository.
   * none: nothing new was found, the trace looks at what serves.
   */
  readonly kind: 'image' | 'configuration' | 'none';
  /** Image of the service; null when it cannot be told. */
  readonly image: ImageName | null;
  readonly workloads: readonly SubjectWorkload[];
  /** The tag the change brings, where it is known. */
  readonly tag: string | null;
  /** Digest the registry has for that tag. */
  readonly digest: string | null;
  readonly appCommit: {
    readonly id: string;
    readonly repository: string;
    readonly commit: GitCommit | null;
  } | null;
  readonly run: Build | null;
  /** The place that decides the tag for the Application, with its value now at the tip of the followed revision. */
  readonly place: TagPlace | null;
  readonly desiredTag: string | null;
  /** The commit of the GitOps repository that carries the change. */
  readonly tagCommit: {
    readonly id: string;
    readonly repository: string;
    readonly source: number;
    readonly commit: GitCommit;
  } | null;
  /** All writes of that place, newest first: for the previous tag and for overwritten ones. */
  readonly writes: readonly TagWrite[];
  /** What served before: the newest deployed tag that is not the change's. */
  readonly previousTag: string | null;
  /** A later change that contains the asked one. */
  readonly supersededBy: string | null;
}
