import { useState } from 'react'
import review from '../../../accreditation/office/review/review.module.css'
import { defaultFundName } from '../../../documents/documents.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { useHydrated } from '../../../shell/hydrated.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../../uploads/investor/lazy-uploads.ts'
import { fileTaxFormCommand } from '../../card.commands.ts'
import type { TaxCard } from '../../server/tax-card.ts'

type Props = { card: TaxCard; onNotice: (notice: string) => void }

/** Takes a form for the holder that came by post, or that a member uploaded and didn't send. */
export function FileForm({ card: { unused, members }, onNotice }: Props) {
  const [first] = members
  return (
    <details className={review.reasoned} open={unused.length > 0 ? true : undefined}>
      <summary>File a form that came by post</summary>
      {first && <Upload userId={first.id} name={first.name} />}
      {unused.length > 0 && (
        <CommandForm
          command={fileTaxFormCommand}
          fields={{
            documentId: {
              children: unused.map(({ id, filename }) => (
                <option key={id} value={id}>
                  {filename}
                </option>
              )),
            },
          }}
          onDone={onNotice}
        />
      )}
    </details>
  )
}

function Upload({ userId, name }: { userId: string; name: string }) {
  const me = useMe()
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
      <p className="quiet measure">
        The file goes into {name}’s own folder, where the holder’s other members don’t see it.
      </p>
      <ChooseFiles label="Choose the scan" size="small" variant="quiet" onFiles={add} />
      {uploads && <uploads.UploadList userId={userId} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </>
  )
}
