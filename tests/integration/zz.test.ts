import { Socket } from 'node:net'
import pg from 'pg'
import { vi } from 'vitest'
import { givenDelegate, givenFiled } from '../helpers/delegates.ts'
import { givenHolder } from '../helpers/holders.ts'
import { givenDocument } from '../helpers/insert-document.ts'
import { allDone, testOnPortal } from '../helpers/shared-portal.ts'
const test = testOnPortal({}, true)
async function measure(request: () => Promise<Response>) {
  const acquired = vi.spyOn(pg.Pool.prototype, 'connect')
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const w1 = vi.spyOn(Socket.prototype as Required<Socket>, '_writev')
  const w2 = vi.spyOn(Socket.prototype as any, '_writeGeneric')
  try {
    const answer = await request()
    const text = await answer.text()
    await new Promise(r => setTimeout(r, 50))
    const pools: Record<string, number> = {}
    for (const [, pool] of acquired.mock.contexts.entries()) {
      const name = String((pool as unknown as pg.Pool).options.application_name)
      pools[name] = (pools[name] ?? 0) + 1
    }
    const texts = asked.mock.calls.map(([q]) => (typeof q === 'string' ? q : (q as any).text) as string)
    const statements = texts.length
    const tx = texts.filter(t => /\bbegin\b/.test(t)).length
    return { status: answer.status, bytes: text.length, pools: JSON.stringify(pools), statements, tx, texts: asked.mock.calls.map(([q]) => (typeof q === 'string' ? q.slice(0, 60) : `${(q as any).name ?? '-'}: ${(q as any).text.slice(0, 70).replaceAll('\n', ' ')}`)) }
  } finally { for (const s of [acquired, asked, w1, w2]) s.mockRestore() }
}
test('x', async ({ portal, admin, investor, second, approver }) => {
  await givenDocument(portal, investor)
  const { id: holder } = await givenHolder(admin, investor)
  await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  await givenDelegate(portal, investor, second, holder)
  const guest = await portal.newPerson('guest@guest.example', { fullName: 'Guest' })
  await portal.owner.query('update user_profiles set accepted_at = null where id = $1', [guest.id])
  await allDone(portal)
  const own = ['/profile', '/profile/messages', '/profile/messages/new', '/profile/notes', '/profile/settings', '/profile/accreditation', '/profile/tax', '/profile/delegates', '/profile/shared', '/profile/year/2026']
  const office = ['/profile', '/profile/admin/today', '/profile/admin/messages', '/profile/admin/people', `/profile/admin/people/${investor.id}`, `/profile/admin/people/${investor.id}/overview`, '/profile/admin/documents', '/profile/admin/register', '/profile/admin/register/due', '/profile/admin/approvals', '/profile/admin/holders', `/profile/admin/holders/${holder}`, '/profile/admin/accreditation', '/profile/admin/tax', '/profile/admin/statements', '/profile/admin/audit', '/profile/admin/access']
  for (const [who, person, pages] of [['guest', guest, own], ['investor', investor, own], ['delegate', second, own], ['approver', approver, ['/profile', '/profile/admin/approvals']], ['office', admin, office]] as const) {
    const cookie = await portal.sessionOf(person)
    for (const page of pages) {
      const ask = () => portal.fetch(`${page}.data`, { cookie })
      await (await ask()).arrayBuffer()
      const m = await measure(ask)
      console.log(who, page, m.status, m.bytes, m.pools, 'st', m.statements, 'tx', m.tx)
      if (process.env.TEXTS && `${who} ${page}`.includes(process.env.TEXTS)) console.log(m.texts.join('\n'))
    }
  }
})
