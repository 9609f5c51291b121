import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { registerPerPage } from '../../../../../rules/register.ts'
import type { getTieOut, TiedHolder } from '../../../../../server/register/tie-out.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { classes } from '../../../../ui/classes.ts'
import { Link } from '../../../../ui/link.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import rows from '../../rows.module.css'
import { DayField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'

type Props = Awaited<ReturnType<typeof getTieOut>> & { on: string; page: number; loadError?: Refusal }

/** What the fund owes each holder of principal at the end of a day: account 2010 beside the register. */
export function TieOutPage({ on, page, holders, total, differing, totals, loadError }: Props) {
  return (
    <AdminList
      className={style.page}
      title="Principal by holder"
      count={countOf(total, 'holder')}
      at={href('/profile/admin/register/tie-out')}
      query={{ on }}
      loadError={loadError}
      tools={
        total > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'tie-out.csv' })} />
          </>
        )
      }
    >
      <Filters className={style.search} data-print="no">
        <DayField label="At the end of" name="on" required />
      </Filters>
      <Rows
        className={classes(style.list, rows.rows)}
        caption={`Principal at the end of ${formatDay(on)}, by holder`}
        columns={tieOutTable.columns}
        rows={holders}
        rowKey={({ holderId }) => holderId}
        pages={{ label: 'holders', page, total, size: registerPerPage }}
        empty={{
          title: 'No principal is owed',
          text: `At the end of ${formatDay(on)} the ledger owes no holder principal, and the register lists none.`,
        }}
      >
        <Figures
          alike
          figures={[
            ['Account 2010', formatCents(totals.ledger, true)],
            ['Register', formatCents(totals.register, true)],
            ['Difference', formatCents(totals.ledger - totals.register, true)],
          ]}
        />
        {differing === 0 ? (
          <p className={style.about}>
            At the end of {formatDay(on)} account 2010 and the register agree for every holder. The file has each
            holder’s address, for letters of confirmation.
          </p>
        ) : (
          <Banner>
            Account 2010 and the register disagree for {countOf(differing, 'holder')}, listed first
            {differing > registerPerPage && `, ${grouped(registerPerPage)} on each page`}. Don’t use these figures: ask
            the person who runs the server to verify the ledger.
          </Banner>
        )}
      </Rows>
    </AdminList>
  )
}

export const tieOutTable = defineTable<TiedHolder>([
  {
    key: 'holder',
    header: 'Holder',
    role: 'title',
    className: rows.grows,
    cell: ({ holderId, name, number }) => (
      <>
        <Link to={href('/profile/admin/holders/:id', { id: holderId })}>{name}</Link>
        <span className={rows.fact}>{number}</span>
      </>
    ),
    csv: {
      Holder: holder => holder.name,
      'Holder number': holder => holder.number,
      Address: holder => holder.address.join(', '),
    },
  },
  {
    key: 'notes',
    header: 'Notes',
    figures: true,
    cell: ({ notes }) => grouped(notes),
    csv: { Notes: holder => holder.notes },
  },
  {
    key: 'ledger',
    header: 'Account 2010',
    figures: true,
    cell: ({ ledger }) => <Money cents={ledger} />,
    csv: { 'Account 2010': holder => holder.ledger },
  },
  {
    key: 'register',
    header: 'Register',
    figures: true,
    cell: ({ register }) => <Money cents={register} />,
    csv: { Register: holder => holder.register },
  },
  {
    key: 'difference',
    header: 'Difference',
    figures: true,
    cell: ({ ledger, register }) => (
      <span className={ledger === register ? undefined : style.late}>
        <Money cents={ledger - register} />
      </span>
    ),
    csv: { Difference: holder => holder.ledger - holder.register },
  },
])
