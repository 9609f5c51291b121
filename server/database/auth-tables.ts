import type { Generated } from 'kysely'
import type { Database } from './types.ts'

/** The tables of the schema `auth`, as far as code uses them. */
export interface AuthDatabase {
  'auth.users': UsersTable
  'auth.sessions': SessionsTable
  'auth.limits': { key: string; used: number; window_ends_at: Date }
  'auth.devices': { user_id: string; device_hash: string; seen_at: Date }
  'auth.sign_in_codes': SignInCodesTable
  'auth.email_changes': EmailChangesTable
  'auth.address_changes': AddressChangesTable
  'auth.passkeys': PasskeysTable
  'auth.challenges': { challenge: string; purpose: ChallengePurpose; bound_to: string; expires_at: Date }
  'auth.recovery_codes': { code_hash: string; user_id: string; created_at: Generated<Date> }
  'auth.session_proofs': SessionProofsTable
  'auth.passkey_permits': { user_id: string; granted_by: string; expires_at: Date }
}

/** What the role app_auth can access within a transaction: its schema, and the profiles' addresses. */
export type AuthTables = AuthDatabase & Pick<Database, 'user_profiles'>

interface UsersTable {
  id: Generated<string>
  email: string
  name: Generated<string>
  metadata: Generated<Record<string, unknown>>
  email_verified: Generated<boolean>
  updated_at: Generated<Date>
  locked_at: Date | null
}

interface SessionsTable {
  id: Generated<string>
  user_id: string
  /** SHA-256 of what the browser's cookie holds, in hexadecimal digits. */
  token_hash: string
  expires_at: Date
  /** For IPv6, only the network. */
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  /** When it was last extended, at most every `sessionRenewal`. */
  updated_at: Generated<Date>
}

/** Browser, address, network, device and codes are HMACs. */
export interface SignInCodesTable {
  id: string
  browser: string
  address: string
  network: string
  /** Null for a stranger: a browser that this person has not signed in with. */
  device: string | null
  code_hash: string
  second_hash: string | null
  attempts: Generated<number>
  second_attempts: Generated<number>
  work: string | null
  created_at: Generated<Date>
  expires_at: Date
  attempted_at: Date | null
  confirmed_at: Date | null
  used_at: Date | null
}

export interface EmailChangesTable {
  session_id: string
  user_id: string
  step: 'verify-current' | 'enter-new' | 'verify-new'
  old_email: string
  new_email: string | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
  expires_at: Date
}

export interface AddressChangesTable {
  id: Generated<string>
  user_id: string
  old_email: string
  new_email: string
  token_hash: string
  ip_address: string | null
  user_agent: string | null
  changed_at: Generated<Date>
  report_until: Date
  reported_at: Date | null
  restored_at: Date | null
  voided_at: Date | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
}

export interface PasskeysTable {
  id: Generated<string>
  user_id: string
  /** base64url, chosen by the authenticator */
  credential_id: string
  /** COSE key */
  public_key: Buffer
  counter: Generated<number>
  transports: string[]
  /** Whether it is synced to the person's other devices. */
  backed_up: boolean
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

/** What an authenticator's signature is for. */
export type ChallengePurpose = 'sign-in' | 'add' | 'proof'

interface SessionProofsTable {
  session_id: string
  proved_at: Date | null
  method: 'passkey' | 'code' | 'recovery-code' | null
  /** When the session last showed a passkey, at sign-in or later. */
  passkey_at: Date | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
}
