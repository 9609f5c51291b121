import { formatTin, type TinKind } from '../../../../../rules/tax/tin.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import style from '../tax.module.css'
import type { CardAnswer } from './card-answer.ts'

type Props = { numberId: string; masked: string; kind?: TinKind; answered: CardAnswer | undefined }

/** A tax number by its end, and a button that reveals it: that needs fresh proof, and is written in the log. */
export function RevealNumber({ numberId, masked, kind, answered }: Props) {
  const { Form, answer, busy } = useAction<CardAnswer>()
  const before = answered?.typed?.number === numberId ? answered : undefined
  const shown = answer ?? before
  return (
    <Form method="post">
      <ActionFields intent="reveal" />
      <input type="hidden" name="number" value={numberId} />
      <span className={style.buttons}>
        <output className={style.number}>{shown?.number ? written(shown.number, kind) : masked}</output>
        {!shown?.number && (
          <Button type="submit" size="small" variant="link" busy={busy} busyLabel="Opening…">
            Show
          </Button>
        )}
      </span>
      <span className={style.quiet}>Who looks at it is written in the log.</span>
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
    </Form>
  )
}

const written = (digits: string, kind: TinKind | undefined) => (kind ? formatTin(digits, kind) : digits)
