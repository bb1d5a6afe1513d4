import type { AuditFault } from '../../../../../../ledger/proof/audit/fault.ts';

/** What the page asks its worker for: one export, from a file or from the program. */
export type VerifyRequest = {
  readonly source: { readonly file: File } | { readonly path: string };
  /** C2SP verifier keys of the witnesses whose cosignatures are looked for. */
  readonly witnesses: readonly string[];
  /** What the browser has seen sealed before: the export has to have the same events under it. */
  readonly remembered?:
    | {
        readonly size: number;
        readonly root: string;
        /** The signed note. */
        readonly checkpoint: string;
        readonly verifierKey: string;
      }
    | undefined;
};

/** How far it is. Bytes are those of the file or the answer as it came, compressed or not. */
export type VerifyProgress = {
  readonly events: number;
  readonly bytes: number;
  /** Undefined where nobody knows. */
  readonly totalBytes: number | undefined;
};

/** What a sound export comes to. */
export type SoundExport = {
  readonly events: number;
  readonly streams: number;
  readonly seals: number;
  /** Events that a signed root holds, and that a tree holds at all. */
  readonly sealed: number;
  readonly size: number;
  /** Lower-case hex. */
  readonly root: string;
  readonly keys: number;
  /** How many of the events this browser had seen sealed before; they are the same. */
  readonly remembered: number | undefined;
  /** How many this browser has seen sealed, where the export has fewer: it is of an earlier day, or lacks its end. */
  readonly endsBefore: number | undefined;
  /** Of an export that was asked for its first events alone, and has them all: how many. The ledger may have more. */
  readonly askedFor: number | undefined;
  /** Names of the known witnesses who cosigned the checkpoint at the end of the export. */
  readonly witnesses: readonly string[];
  /** Whether seals stand in it and its last line has no checkpoint, where the program writes that of the newest one. */
  readonly lacksCheckpoint: boolean;
  /** Whether its seals name other positions than its events have. */
  readonly isMoved: boolean;
};

export type VerifyReply =
  | { readonly kind: 'progress'; readonly progress: VerifyProgress }
  | { readonly kind: 'sound'; readonly sound: SoundExport }
  | { readonly kind: 'unsound'; readonly fault: AuditFault }
  /** It is no whole export, or it did not come: nothing can be said of the ledger. */
  | { readonly kind: 'unreadable'; readonly why: string };
