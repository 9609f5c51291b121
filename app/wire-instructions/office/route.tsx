import { href } from 'react-router'
import { revealNumberCommand } from '../../../rules/vault.commands.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../shell/office/admin-list.tsx'
import rows from '../../shell/office/rows.module.css'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { useNotice } from '../../shell/ui/notice.tsx'
import { RevealNumber } from '../../tax/office/holder/reveal-number.tsx'
import { viewsPerPage, wireWaitDays } from '../limits.ts'
import type { ListedView, WireVersion } from '../server/wire-versions.ts'
import * as wireCommands from '../wire.commands.ts'
import { wireMessages } from '../wire.ts'
import { OpeningEntry } from './opening-entry.tsx'
import style from './wire.module.css'

/** Loads every version, the holders that see the one in force, and a page of the views; the query has `page`, from 1, and `opening`. */
export const loader = loadList({
  view: query => ({ page: pageNumber(query), opening: query.get('opening') ?? undefined }),
  read: ({ actor, operations }, { page, opening }) =>
    operations.getWireInstructions(actor, { page: page - 1, opening }),
  none: { versions: [], openings: [], views: [], viewCount: 0 },
  failed: wireMessages.LOAD_WIRE_FAILED,
})

/** POST: new instructions, a stop, a call, and what is revealed. */
export const action = commandActions([...Object.values(wireCommands), revealNumberCommand], {
  redirectTo: () => href('/profile/admin/wire-instructions'),
})

export default showList<typeof loader>(WireInstructionsPage)

/** The fund's own account: what is in force, what is pending, its holders and their views, and earlier versions. */
function WireInstructionsPage({ versions, openings, loadError, ...viewed }: Shown<typeof loader>) {
  const notice = useNotice()
  const { say } = notice
  const current = versions.find(({ state }) => state === 'in force')
  const next = versions.find(({ state }) => state === 'pending' || state === 'waiting')
  const earlier = versions.filter(({ state }) => state === 'replaced' || state === 'stopped')
  return (
    <AdminList
      title="Wire instructions"
      at={href('/profile/admin/wire-instructions')}
      query={{ opening: viewed.opening }}
      notice={notice}
    >
      <LoadError error={loadError} />
      <section className={`stack gap-4 ${style.section}`} aria-labelledby="in-force">
        <h2 id="in-force">In force</h2>
        {current ? (
          <Version version={current} />
        ) : (
          <p className="quiet">None yet. Holders see no instructions until two administrators have entered some.</p>
        )}
      </section>
      {next && (
        <section className={`stack gap-4 ${style.section}`} aria-labelledby="pending">
          <h2 id="pending">Pending</h2>
          <Pending version={next} onDone={say} />
        </section>
      )}
      <section className={`stack gap-4 ${style.section}`} aria-labelledby="openings">
        <h2 id="openings">Holders who see them</h2>
        {openings.length === 0 ? (
          <p className="quiet">
            None. Show them to a holder from the page of its signed note; funding the note ends that.
          </p>
        ) : (
          <ul className="plain-list">
            {openings.map(opening => (
              <OpeningEntry key={opening.id} opening={opening} onDone={say} />
            ))}
          </ul>
        )}
      </section>
      <section className={`stack gap-4 ${style.section}`} aria-labelledby="views">
        <h2 id="views">Views</h2>
        {viewed.viewCount === 0 && !viewed.opening ? (
          <p className="quiet">Not viewed yet. Each view is listed here, with its viewer, time and network address.</p>
        ) : (
          <Rows
            caption="Views"
            className={rows.rows}
            columns={viewColumns}
            rows={viewed.views}
            empty={{ title: 'No views', text: 'There are none on this page.' }}
            unmatched={{ title: 'No views', text: 'These instructions haven’t been viewed yet.', all: 'All views' }}
            pages={{ label: 'views', page: viewed.page, total: viewed.viewCount, size: viewsPerPage }}
          />
        )}
        {viewed.opening && viewed.views.length > 0 && (
          <p>
            <Link to={href('/profile/admin/wire-instructions')}>All views</Link>
          </p>
        )}
      </section>
      {!next && (
        <section className={`stack gap-4 ${style.section}`} aria-labelledby="change">
          <h2 id="change">New wire instructions</h2>
          <ChangeForm onDone={say} />
        </section>
      )}
      <section className={`stack gap-4 ${style.section}`} aria-labelledby="history">
        <h2 id="history">History</h2>
        {earlier.length === 0 ? (
          <p className="quiet">Replaced and stopped instructions will be listed here.</p>
        ) : (
          <ul className="plain-list">
            {earlier.map(version => (
              <li key={version.id} className={style.entry}>
                <Version version={version} />
              </li>
            ))}
          </ul>
        )}
      </section>
    </AdminList>
  )
}

const viewColumns: Column<ListedView>[] = [
  {
    header: 'Viewed by',
    role: 'title',
    className: rows.grows,
    cell: ({ viewer, ipAddress }) => (
      <>
        {viewer ?? 'Erased person'}
        <span className={rows.fact}>{ipAddress ?? 'Unknown address'}</span>
      </>
    ),
  },
  {
    header: 'Holder',
    className: rows.grows,
    cell: ({ holder, reference }) => (
      <>
        <Link to={href('/profile/admin/holders/:id', { id: holder.id })}>{holder.name}</Link>
        <span className={rows.fact}>{reference}</span>
      </>
    ),
  },
  { header: 'Time', cell: ({ viewedAt }) => <FormattedDate date={viewedAt} time /> },
]

function ChangeForm({ onDone }: { onDone: (notice: string) => void }) {
  return (
    <CommandForm
      command={wireCommands.changeWireCommand}
      pairs={[
        ['bankName', 'routingNumber'],
        ['accountName', 'accountNumber'],
      ]}
      isEmptied
      onDone={onDone}
    >
      <p className="quiet">
        Another administrator approves them, and every administrator is e-mailed. They are in force {wireWaitDays} days
        later. Until then the present ones stay, and any administrator can stop the new ones.
      </p>
    </CommandForm>
  )
}

function Pending({ version, onDone }: { version: WireVersion; onDone: (notice: string) => void }) {
  const { id, state, inForceFrom } = version
  return (
    <>
      <Version version={version} />
      {state === 'pending' ? (
        <p>
          Another administrator compares them with the bank’s letter and decides under{' '}
          <Link to={href('/profile/admin/approvals')}>Approvals</Link>.
        </p>
      ) : (
        <>
          <p>
            In force from {inForceFrom && <FormattedDate date={inForceFrom} time />}. Any administrator can stop them
            until then.
          </p>
          <CommandForm
            command={wireCommands.stopWireCommand}
            variant="danger"
            fields={{}}
            onDone={onDone}
            action={href('/profile/admin/wire-instructions')}
          >
            <input type="hidden" name="version" value={id} />
          </CommandForm>
        </>
      )}
    </>
  )
}

function Version({ version }: { version: WireVersion }) {
  const { bankName, bankAddress, routingNumber, accountName, furtherCredit } = version
  return (
    <div className="stack gap-3">
      <dl className={style.facts}>
        {(
          [
            ['Bank', bankName],
            ['Address of the bank', bankAddress],
            ['ABA routing number', routingNumber],
            ['Name on the account', accountName],
            ['For further credit', furtherCredit],
          ] as const
        ).map(
          ([label, value]) =>
            value && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="tabular">{value}</dd>
              </div>
            ),
        )}
        <div>
          <dt>Account number</dt>
          <dd>
            <RevealNumber numberId={version.numberId} masked={version.masked} />
          </dd>
        </div>
      </dl>
      <Steps version={version} />
    </div>
  )
}

/** Who requested, approved and stopped it, and when. */
function Steps({ version }: { version: WireVersion }) {
  const { state, requestedBy, approvedBy, approvedAt, inForceFrom, stoppedBy, stoppedAt, stopReason } = version
  return (
    <p className="small breakable">
      Requested by {requestedBy}
      {approvedAt && (
        <>
          , approved by {approvedBy} on <FormattedDate date={approvedAt} time />
        </>
      )}
      {stoppedAt ? (
        <>
          , stopped by {stoppedBy} on <FormattedDate date={stoppedAt} time />: {stopReason}
        </>
      ) : (
        (state === 'in force' || state === 'replaced') &&
        inForceFrom && (
          <>
            , {state === 'replaced' ? 'was in force' : 'in force'} from <FormattedDate date={inForceFrom} time />
          </>
        )
      )}
      .
    </p>
  )
}
