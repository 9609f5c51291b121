import type { Generated, GeneratedAlways } from 'kysely'

/** The tables of migration 0036. */
export interface CalendarTables {
  calendar_addresses: CalendarAddressesTable
  calendar_events: CalendarEventsTable
}

export interface CalendarAddressesTable {
  id: Generated<string>
  user_id: string
  /** Of the secret in the address; the site finds an address by it, and never reads it. */
  token_hmac: Buffer
  with_amounts: Generated<boolean>
  created_at: GeneratedAlways<Date>
  revoked_at: Date | null
}

/** What an address has told of an event. */
export interface CalendarEventsTable {
  address_id: string
  uid: string
  sequence: Generated<number>
  content_sha256: Buffer
  changed_at: Generated<Date>
}
