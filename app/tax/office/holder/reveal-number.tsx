import { revealNumberCommand } from '../../../../rules/vault.commands.ts'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useRevealed } from '../../../shell/office/use-revealed.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { formatTin, type TinKind } from '../../tin.ts'

type Props = { numberId: string; masked: string; kind?: TinKind }

/** A tax number by its end, and a button that reveals it: that needs fresh proof, and is written in the log. */
export function RevealNumber({ numberId, masked, kind }: Props) {
  const { Form, shown, busy } = useRevealed(numberId)
  return (
    <Form method="post">
      <ActionFields intent={revealNumberCommand.name} />
      <input type="hidden" name="number" value={numberId} />
      <span className="cluster center gap-3">
        <output className="strong tabular">{shown?.number ? written(shown.number, kind) : masked}</output>
        {!shown?.number && (
          <Button type="submit" size="small" variant="link" busy={busy} busyLabel={revealNumberCommand.busy}>
            {revealNumberCommand.button}
          </Button>
        )}
      </span>
      <span className="quiet measure">Each view is logged.</span>
      <Banner of={shown}>{!busy && shown?.error?.message}</Banner>
    </Form>
  )
}

const written = (digits: string, kind: TinKind | undefined) => (kind ? formatTin(digits, kind) : digits)
