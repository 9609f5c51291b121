/*
 * The hashed texts of the chain, as SQL over the tables' columns (`a` is audit_log, `c` is audit.chain). Database
 * functions build the same (schema/audit-chain.sql), but the database's owner could change those.
 */

/** Personal details, hashed separately so that an erasure can remove them. */
export const personalText = 'jsonb_build_array(a.actor_email, a.ip, a.user_agent, a.details)::text'

/** Everything else, with the hash of the personal details. */
export const entryText = `jsonb_build_array(c.position, a.id,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), a.actor_id, a.actor_role, a.action, a.subject_id,
  a.session_id, a.outcome, encode(c.personal_hash, 'hex'))::text`
