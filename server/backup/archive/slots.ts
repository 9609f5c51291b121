/** A replication slot: what makes PostgreSQL keep the log that isn't in the place yet. */
export interface Slot {
  name: string
  /** From where PostgreSQL keeps its log; null where it had to give it up. */
  kept: string | null
  status: string
}

/** @returns the name of a line's slot */
export const slotName = (line: string) => `archive_${line}`

/** Selects the slots of archives, as `Slot`; the newest first. */
export const ownSlots = `
  select slot_name as name, restart_lsn::text as kept, wal_status as status from pg_replication_slots
  where slot_type = 'physical' and starts_with(slot_name, '${slotName('')}') and not active order by slot_name desc`
