import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { countOf } from '../../../../rules/number.ts'
import { DownloadFrame } from '../../../documents/investor/download-frame.tsx'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { useCommandForm } from '../../../shell/commands/command-form.tsx'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Notice, useNotice } from '../../../shell/ui/notice.tsx'
import { PrintButton } from '../../../shell/ui/print-button.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { printReasons } from '../../form-1099-int.ts'
import { markMailedCommand } from '../../run.commands.ts'
import type { PrintedCopy } from '../../server/print-queue.ts'
import style from '../tax.module.css'

/** Loads the copies that are to be mailed. */
export const loader = loadList({
  read: async ({ actor, operations }) => ({ copies: await operations.getPrintQueue(actor) }),
  none: { copies: [] },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: records that copies were mailed. */
export const action = commandActions([markMailedCommand], { redirectTo: () => href('/profile/admin/tax/paper') })

export default showList<typeof loader>(PrintQueuePage)

/** The copies that are to be mailed, as a list to print, and to be ticked off. */
function PrintQueuePage({ copies, loadError }: Shown<typeof loader>) {
  return (
    <AdminList
      title="Tax forms to mail"
      count={countOf(copies.length, 'copy', 'copies')}
      at={href('/profile/admin/tax/paper')}
      loadError={loadError}
      tools={copies.length > 0 && <PrintButton />}
    >
      <p className="quiet measure">
        Payees who haven’t agreed to paperless forms get a copy by first-class mail by its day, in an envelope that says
        Important tax return document enclosed. Where an e-mail about a form came back, its copy is due in 30 days.
      </p>
      {copies.length > 0 ? (
        <Copies copies={copies} />
      ) : (
        <Rows
          columns={columns}
          rows={copies}
          empty={{
            title: 'Nothing to mail',
            text: 'Copies appear here once a year’s forms are furnished, and when an e-mail about one can’t be delivered.',
          }}
        />
      )}
    </AdminList>
  )
}

function Copies({ copies }: { copies: PrintedCopy[] }) {
  const { say, ...notice } = useNotice()
  const { Form, shown, busy } = useCommandForm(markMailedCommand, { onDone: say })
  return (
    <>
      <DownloadFrame onRefusal={() => {}}>
        <form method="post" action="/files/zip" data-print="no">
          {copies.map(({ documentId }) => (
            <input key={documentId} type="hidden" name="ids" value={documentId} />
          ))}
          <Button type="submit" size="small" formAction="/files/zip">
            Download all copies (ZIP)
          </Button>
        </form>
      </DownloadFrame>
      <Form method="post" className={style.section}>
        <ActionFields intent={markMailedCommand.name} />
        <StackedLedger
          className={style.rows}
          caption="Copies to mail"
          columns={columns}
          rows={copies}
          rowKey={({ id }) => id}
        />
        <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
        <div data-print="no">
          <Button type="submit" busy={busy} busyLabel={markMailedCommand.busy}>
            {markMailedCommand.button}
          </Button>
        </div>
      </Form>
      <Notice {...notice} />
    </>
  )
}

const columns: Column<PrintedCopy>[] = [
  {
    header: 'Payee',
    role: 'title',
    cell: ({ id, nameLines, holderId, holderNumber }) => (
      <>
        <label className={`stack center gap-3 touch ${style.tick}`}>
          <input type="checkbox" name="copy" value={id} data-print="no" />
          {nameLines.join(', ')}
        </label>
        <span className={classes(style.fact, style.belowTick)}>
          <Link to={href('/profile/admin/tax/holders/:id', { id: holderId })}>{holderNumber}</Link>
        </span>
      </>
    ),
  },
  {
    header: 'Address',
    cell: ({ addressLines }) =>
      addressLines.map(line => (
        <span key={line} className={`block ${style.line}`}>
          {line}
        </span>
      )),
  },
  {
    header: 'Form',
    cell: ({ documentId, year, isCorrection }) => (
      <span className={`stack start ${style.acts}`}>
        <Button href={`/files/${documentId}`} size="small" variant="link">
          1099-INT {year}
          {isCorrection && ', corrected'}
        </Button>
      </span>
    ),
  },
  { header: 'Mail by', cell: ({ due }) => <span className="unbroken">{formatDay(due)}</span> },
  {
    header: 'Reason',
    cell: ({ reason }) => <span className={style.fact}>{printReasons[reason]}</span>,
  },
]
