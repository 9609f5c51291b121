import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSignedInPerson } from '../helpers/api-person.ts'
import { asOwner } from '../helpers/owner.ts'
import { type Cluster, startCluster } from './start-cluster.ts'

let cluster: Cluster

beforeAll(async () => {
  cluster = await startCluster()
}, 120_000)

afterAll(() => cluster?.dispose())

test('processes that start at once on an empty database migrate it once', async () => {
  const { rows } = await asOwner(
    cluster,
    'select count(*)::int as applied, count(distinct name)::int as names from schema_migrations',
  )
  expect(rows[0].applied).toBe(rows[0].names)
  for (const { url } of cluster.processes) expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

test('pages on all processes see what happens on one', async () => {
  const { id, api } = await newSignedInPerson(cluster)
  const pages = await Promise.all(
    cluster.processes.map(async ({ url }) => {
      const { body } = await fetch(`${url}/events`, { headers: { cookie: api.cookie } })
      return (body as ReadableStream<Uint8Array>).getReader()
    }),
  )
  const document = await api.upload({ filename: 'note.txt', content: Buffer.from('a note\n') })
  for (const page of pages) {
    let seen = ''
    while (!seen.includes(document)) seen += new TextDecoder().decode((await page.read()).value)
    expect(seen).toContain(id)
    await page.cancel()
  }
})
