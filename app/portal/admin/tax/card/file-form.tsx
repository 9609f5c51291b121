import { useState } from 'react'
import { defaultFundName } from '../../../../../rules/documents.ts'
import { taxForms } from '../../../../../rules/tax/profile.ts'
import type { Actor } from '../../../../../server/access/actor.ts'
import type { TaxCard } from '../../../../../server/tax/tax-card.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { useHydrated } from '../../../../hydrated.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { Options } from '../../../../ui/options.tsx'
import { type Refusal, refusal } from '../../../refusal.ts'
import { ChooseFiles } from '../../../uploads/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../../uploads/lazy-uploads.ts'
import review from '../../accreditation/review/review.module.css'
import style from '../tax.module.css'
import { answerTo, type CardAnswer, refusalAt } from './card-answer.ts'

type Props = { me: Actor; card: TaxCard; answered: CardAnswer | undefined; onNotice: (notice: string) => void }

/** Takes a form for the holder that came by post, or that a member uploaded and didn't send. */
export function FileForm({ me, card: { unused, members }, answered, onNotice }: Props) {
  const { Form, answer, busy } = useAction<CardAnswer>(({ notice }) => notice && onNotice(notice))
  const shown = answer ?? answerTo('file', answered)
  const { banner } = refusalAt(shown)
  const [first] = members
  return (
    <details className={review.reasoned} open={unused.length > 0 ? true : undefined}>
      <summary>File a form that came by post</summary>
      {first && <Upload me={me} userId={first.id} name={first.name} />}
      {unused.length > 0 && (
        <Form method="post">
          <ActionFields intent="file" />
          <SelectField label="Which file" name="document">
            {unused.map(({ id, filename }) => (
              <option key={id} value={id}>
                {filename}
              </option>
            ))}
          </SelectField>
          <SelectField label="What it is" name="form">
            <Options of={taxForms} />
          </SelectField>
          <Banner of={shown}>{!busy && banner}</Banner>
          <Button type="submit" busy={busy} busyLabel="Filing…">
            File for review
          </Button>
        </Form>
      )}
    </details>
  )
}

function Upload({ me, userId, name }: { me: Actor; userId: string; name: string }) {
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  if (!useHydrated()) return null
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    loaded?.addUploads(files, { actorId: me.id, userId, fundName: defaultFundName, category: 'Tax' })
  }
  return (
    <>
      <p className={style.quiet}>
        The file goes into {name}’s own folder, where the holder’s other members don’t see it.
      </p>
      <ChooseFiles label="Choose the scan" size="small" variant="quiet" onFiles={add} />
      {uploads && <uploads.UploadList userId={userId} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </>
  )
}
