// The report, schema 1: a contract (docs/decisions and the architecture's section 7). Keys are written in this order.
import type { FindingCode } from './finding.ts';
import type { FlowchartNode, Leaf } from './leaves.ts';
import type { LinkNumber } from './chain.ts';
import type { ChangeKind } from './request.ts';
import type { Outcome, VerdictStatus } from './verdict.ts';

export interface ReportFinding {
  readonly code: FindingCode;
  readonly leaf: Leaf | null;
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly commands: readonly string[];
}

export interface ReportProof {
  readonly label: string;
  readonly value: string;
  readonly url?: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** The request it was read with. */
  readonly source: string;
}

export interface ReportLink {
  readonly link: LinkNumber;
  /** The healthy sentence. */
  readonly name: string;
  readonly status: VerdictStatus;
  readonly findings: readonly ReportFinding[];
  readonly proof: readonly ReportProof[];
}

export interface Report {
  readonly schema: 1;
  readonly case: string | null;
  readonly request: {
    readonly service: string;
    readonly application: string;
    readonly cluster: string;
    readonly environment: string | null;
    readonly change: { readonly kind: ChangeKind; readonly value: string } | null;
    readonly supersededBy?: string;
  };
  readonly takenAt: string;
  readonly outcome: Outcome;
  readonly link: LinkNumber | null;
  readonly leaf: Leaf | null;
  readonly code: FindingCode | null;
  readonly alsoSeen: readonly {
    readonly link: LinkNumber;
    readonly leaf: Leaf;
    readonly code: FindingCode;
  }[];
  /** Always eight. */
  readonly links: readonly ReportLink[];
  readonly path: readonly FlowchartNode[];
  readonly rollback: {
    readonly offer: 'propose' | 'available' | 'none';
    readonly reason: string;
  };
  readonly unread: readonly { readonly what: string; readonly why: string }[];
  readonly timing: { readonly ms: number; readonly calls: number };
}
