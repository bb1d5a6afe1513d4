import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { EmbeddedEventStoreError } from '../errors.ts';

/**
 * Where the file ends: the position of its newest event and the checksum there. It is written in the transaction of the
 * events, so that a crash never makes it differ, and newest events that were taken out are missed.
 */
export class FileEnd {
  private readonly find: StatementSync;
  private readonly update: StatementSync;

  constructor(database: DatabaseSync) {
    this.find = database.prepare('SELECT position, sum FROM file_end');
    this.update = database.prepare('UPDATE file_end SET position = ?, sum = ?');
  }

  read(): { readonly position: number; readonly sum: Uint8Array } {
    const row = this.find.get();
    const { position, sum } = row ?? {};
    if (typeof position === 'number' && sum instanceof Uint8Array) return { position, sum };
    throw new EmbeddedEventStoreError('damaged', 'The ledger file does not say where it ends.');
  }

  /** Call inside the transaction that writes the events. */
  write(position: number, sum: Uint8Array): void {
    this.update.run(position, sum);
  }
}
