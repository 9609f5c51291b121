import { href } from 'react-router'
import { revealNumberCommand } from '../../../../rules/vault.commands.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useRevealed } from '../../../shell/office/use-revealed.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import { maskedNumber } from '../../holders.ts'
import type { Holder } from '../../server/holders-list.ts'
import style from '../holders.module.css'

const words = {
  custodian_account: 'Account at the custodian',
  tin: 'Tax number',
  bank_account: 'Bank account',
} as const

type Props = { holder: Holder }

/** A holder's stored numbers, shown by their last digits. Revealing one needs fresh proof, and is logged. */
export function HolderNumbers({ holder }: Props) {
  return holder.numbers.map(number => <StoredNumber key={number.id} holder={holder} number={number} />)
}

function StoredNumber({ holder, number }: Props & { number: Holder['numbers'][number] }) {
  const { Form, shown, busy } = useRevealed(number.id)
  const { id, kind, last4, sameAs, inForceFrom, endedAt } = number
  return (
    <>
      <Form
        method="post"
        action={href('/profile/admin/holders/:id', { id: holder.id })}
        className={`cluster baseline gap-2-4 above-5 ${style.secrets}`}
      >
        <ActionFields intent={revealNumberCommand.name} />
        <input type="hidden" name="number" value={id} />
        <span>
          {words[kind]}
          {endedAt && (
            <>
              , until <FormattedDate date={endedAt} />
            </>
          )}
          {!inForceFrom && ', not in force'}
        </span>
        <output className="tabular breakable">{shown?.number ?? maskedNumber(last4)}</output>
        {!shown?.number && (
          <Button type="submit" size="small" variant="link" busy={busy} busyLabel={revealNumberCommand.busy}>
            {revealNumberCommand.button}
          </Button>
        )}
        <span className="quiet">Each view is logged.</span>
      </Form>
      {sameAs.length > 0 && (
        <p className={`small breakable ${style.open}`}>
          The same number is kept for {sameAs.join(', ')}.{' '}
          {kind === 'tin'
            ? 'That’s right for one person’s holders, and for their revocable trust. Otherwise find out why.'
            : 'Find out why before you use it.'}
        </p>
      )}
      <Banner of={shown}>{shown?.error?.message}</Banner>
    </>
  )
}
