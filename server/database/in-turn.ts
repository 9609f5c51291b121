import type pg from 'pg'

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/** @returns a function that queries as the client does, for several callers at once: each waits for its turn */
export function inTurn(client: pg.Client): Query {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const result = last.then(() => client.query(text, values))
    last = result.catch(() => {})
    return result
  }
}
