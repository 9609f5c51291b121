import { href } from 'react-router'
import { formatDay } from '../../../../../rules/days.ts'
import { formatCents } from '../../../../../rules/money.ts'
import { Money } from '../../../../register/office/money.tsx'
import { CommandButton } from '../../../../shell/commands/command-button.tsx'
import { Badge } from '../../../../shell/ui/badge.tsx'
import type { Column } from '../../../../shell/ui/ledger.tsx'
import { Link } from '../../../../shell/ui/link.tsx'
import { leftOutReasons, printReasons, returnFlags, returnProblems } from '../../../form-1099-int.ts'
import { sendPrintedCopyCommand } from '../../../run.commands.ts'
import type { ListedReturn } from '../../../server/tax-runs-list.ts'
import { maskedTin } from '../../../tin.ts'
import style from '../../tax.module.css'

interface Shown {
  year: number
  isFurnished: boolean
  /** Ids of holders with a form that differs from the ledger. */
  differing: ReadonlySet<string>
}

/** What a year's table has of each payee, with the difference to the year before. */
export function payeeColumns({ year, isFurnished, differing }: Shown): Column<ListedReturn>[] {
  return [
    {
      header: 'Payee',
      role: 'title',
      cell: ({ holderId, holderNumber, name, tin, documentId }) => (
        <>
          {documentId ? <a href={`/files/${documentId}`}>{name}</a> : <span>{name}</span>}
          <span className={style.fact}>
            <Link to={href('/profile/admin/tax/holders/:id', { id: holderId })}>{holderNumber}</Link>
            {tin && (
              <>
                , <span className="unbroken">{maskedTin(tin.last4, tin.kind)}</span>
              </>
            )}
          </span>
        </>
      ),
    },
    { header: 'Box\u00a01', figures: true, cell: ({ interest }) => <Money cents={interest} /> },
    { header: 'Box\u00a04', figures: true, cell: ({ withheld }) => <Money cents={withheld} /> },
    { header: `${year - 1}`, figures: true, cell: ({ lastYear }) => <Money cents={lastYear} /> },
    {
      header: 'Difference',
      figures: true,
      cell: ({ interest, lastYear }) => (lastYear === null ? 'new' : difference(interest - lastYear)),
    },
    { header: 'Notes', cell: payee => <About payee={payee} differs={differing.has(payee.holderId)} /> },
    ...(isFurnished ? [deliveryColumn] : []),
  ]
}

function difference(cents: bigint): string {
  if (cents === 0n) return '–'
  return cents > 0n ? `+${formatCents(cents, true)}` : formatCents(cents, true)
}

function About({ payee, differs }: { payee: ListedReturn; differs: boolean }) {
  const { leftOut, problem, flags, isCorrected } = payee
  return (
    <>
      {differs && <Badge tone="danger">Differs from the ledger</Badge>}
      {problem && <Badge tone="danger">Can’t be made</Badge>}
      {problem && <span className={style.fact}>{returnProblems[problem]}</span>}
      {leftOut && <span className={style.fact}>No form: {leftOutReasons[leftOut]}</span>}
      {isCorrected && <Badge>Corrected by another form</Badge>}
      {flags.map(flag => (
        <span key={flag} className={style.fact}>
          {returnFlags[flag]}
        </span>
      ))}
    </>
  )
}

const printReasonsOffered = Object.entries(sendPrintedCopyCommand.fields.reason.options ?? {})

const deliveryColumn: Column<ListedReturn> = {
  header: 'Copy',
  cell: ({ id, name, delivery, printReason, printDue, mailedOn }) => (
    <>
      {delivery === 'portal' && <span className={style.fact}>In the portal</span>}
      {delivery === 'paper' && printReason && (
        <span className={style.fact}>
          {mailedOn ? `On paper, mailed ${formatDay(mailedOn)}` : `On paper, by ${formatDay(printDue ?? '')}`}:{' '}
          {printReasons[printReason].toLowerCase()}
        </span>
      )}
      {delivery === 'portal' && (
        <span className={`stack start ${style.acts}`}>
          {printReasonsOffered.map(([reason, label]) => (
            <SendPrintedCopy key={reason} form={id} name={name} reason={reason} label={label} />
          ))}
        </span>
      )}
    </>
  ),
}

function SendPrintedCopy({ form, name, reason, label }: Record<'form' | 'name' | 'reason' | 'label', string>) {
  return (
    <CommandButton
      command={sendPrintedCopyCommand}
      fields={{ form, reason }}
      variant="link"
      button={label}
      aria-label={`${label}: ${name}`}
    />
  )
}
