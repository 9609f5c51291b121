// A bare Node server that answers every request with one statement's rows as JSON: no session, no row-level security.

import pg from 'pg'
import { serve } from './serve.ts'

export interface BareStatement {
  database: pg.PoolConfig
  statement: string
  values: unknown[]
  connections: number
}

serve<BareStatement>(({ database, statement, values, connections }) => {
  const pool = new pg.Pool({ ...database, max: connections })
  return (_, response) => {
    pool.query(statement, values).then(
      ({ rows }) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(rows)),
      error => response.writeHead(500).end(String(error)),
    )
  }
})
