import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { newGrant } from './delegate-doors.ts'

const denied = everyone('denied')
const delegateOnly = everyone('nothing', { delegate: 'ok' })

/** What holders share, see `tableDoors`. */
export const delegateTableDoors = {
  grants: {
    owners: "id = '$grant'",
    read: ownerAndAdministrators('rows', 'none', { delegate: 'rows' }),
    // A delegate doesn't extend what they see, nor end it.
    change: ['revoked_at = now()', ownerAndAdministrators('rows', 'none')] as [string, Gets],
    remove: denied,
    add: [
      `(holder_id, invited_address, kind, categories, sees_figures, may_download, ends_at, invited_by)
      values ('$grantholder', 'x@doors.example', 'spouse', '{Tax}', false, false, app.after_fund_day(app.fund_day()),
        '$owner')`,
      ownerOnly('rows', 'denied'),
    ] as [string, Gets],
  },
  delegate_reads: {
    owners: "grant_id = '$grant'",
    read: ownerAndAdministrators('rows', 'none', { delegate: 'rows' }),
    change: ["how = 'opened'", denied] as [string, Gets],
    remove: denied,
    add: [
      "(grant_id, holder_id, person_id, how) values ('$grant', '$grantholder', '$delegate', 'figures')",
      denied,
    ] as [string, Gets],
  },
}

/** Functions about them, see `functionDoors`. */
export const delegateFunctionDoors: Record<string, { call: string; gets: Gets }> = {
  'app.my_shares': { call: '(select array_agg(s.owner_id) from app.my_shares() s)', gets: delegateOnly },
  'app.my_shared': { call: "nullif(app.my_shared(), '{}')", gets: delegateOnly },
  'app.my_address': { call: 'app.my_address()', gets: everyone('ok', { anonymous: 'nothing' }) },
  'app.is_delegate': {
    call: "app.is_delegate('$delegate', 'x@doors.example')",
    gets: ownerAndAdministrators('ok', 'nothing', { delegate: 'ok' }),
  },
  'app.came_by_grant': {
    call: "app.came_by_grant('$delegate', 'x@doors.example')",
    gets: ownerAndAdministrators('ok', 'nothing', { delegate: 'ok' }),
  },
  'app.is_any_approver': {
    call: 'app.is_any_approver(app.user_id())',
    gets: administrators('ok', 'nothing', { disabled: 'ok' }),
  },
  'app.is_frozen': { call: "app.is_frozen('$grantholder')", gets: everyone('nothing') },
  'app.delegate_person': {
    call: "(select 'moved: ' || p.has_moved from app.delegate_person('$grant') p)",
    gets: ownerAndAdministrators('ok', 'nothing'),
  },
  // Only those who act for the holder, and there is nothing to ask about what one doesn't see.
  'app.grant_refusal': {
    call: "(select coalesce(app.grant_refusal(g), 'none') from grants g where g.id = '$grant')",
    gets: everyone('nothing', { owner: 'ok', administrator: 'denied', delegate: 'denied' }),
  },
  'app.shared_with_me': { call: '(select array_agg(s.grant_id) from app.shared_with_me() s)', gets: delegateOnly },
  'app.count_shared': { call: '(select nullif(c.shares, 0) from app.count_shared() c)', gets: delegateOnly },
  'app.my_home': { call: '(select nullif(h.shares, 0) from app.my_home() h)', gets: delegateOnly },
  'app.record_shared_reads': {
    call: "nullif(app.record_shared_reads(array['$taxpaper'::uuid], 'viewed', null, null), '{}')",
    gets: delegateOnly,
  },
  'app.record_figures_read': { call: "app.record_figures_read('$grantholder', null, null)", gets: delegateOnly },
  'app.shared_figures': { call: "app.shared_figures('$grantholder', '2026-01-01')", gets: delegateOnly },
  'app.after_fund_day': { call: "app.after_fund_day('2026-01-01')", gets: everyone('ok') },
}

/** What the doors of the tables are about: a grant by which something was read. */
export async function delegateRows(world: World): Promise<Record<string, string>> {
  const { grant, holder, document } = await newGrant(world)
  await world.portal.owner.query(
    "insert into delegate_reads (grant_id, holder_id, person_id, how) values ($1, $2, $3, 'figures')",
    [grant, holder, world.people.delegate.id],
  )
  return { $grant: grant, $grantholder: holder, $delegate: world.people.delegate.id, $taxpaper: document }
}
