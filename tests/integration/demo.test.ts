import { expect, test } from 'vitest'
import { people } from '../../server/demo/people.ts'
import { seedDemo } from '../../server/demo/seed.ts'
import { testPortal } from '../helpers/portal.ts'

// These tests use their own portals, which are empty or hold only certain people.

test('the demo fills an empty portal once, with people whose documents can be opened', async () => {
  await using portal = await testPortal()
  await portal.owner.query('delete from user_profiles; delete from auth.users')
  await Promise.all([seedDemo(portal.ownerUrl), seedDemo(portal.ownerUrl)])
  const { rows } = await portal.owner.query(
    'select id, file_path, file_size::int, view_count, delete_request_status from documents',
  )
  expect(rows).toHaveLength(people.flatMap(person => person.documents).length)
  expect(rows.filter(row => row.delete_request_status === 'pending')).toHaveLength(1)
  const counted = await portal.owner.query('select count(*)::int as views from document_views')
  expect(counted.rows[0].views).toBe(rows.reduce((sum, row) => sum + row.view_count, 0))

  const cookie = await portal.signIn('admin@larkstone.example')
  for (const { id, file_path, file_size } of rows) {
    if (!file_path) continue
    const answer = await portal.fetch(`/files/${id}`, { cookie })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(file_size)
  }
})

test('the demo does not touch a portal that has users', async () => {
  await using portal = await testPortal()
  await seedDemo(portal.ownerUrl)
  const { rows } = await portal.owner.query('select count(*)::int as people from user_profiles')
  expect(rows[0].people).toBe(3)
})
