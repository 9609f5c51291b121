import { useState } from 'react'
import { defaultFundName } from '../../../documents/documents.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../../uploads/investor/lazy-uploads.ts'

/** Uploads a signed PDF to the administrator's own documents, from which the forms beside it take it. */
export function UploadSigned() {
  const me = useMe()
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    const target = { actorId: me.id, userId: me.id, fundName: defaultFundName, category: 'Agreements' } as const
    loaded?.addUploads(files, target)
  }
  return (
    <div className="stack gap-4">
      <div>
        <ChooseFiles label="Choose the signed PDF" variant="quiet" size="small" single onFiles={add} />
      </div>
      {uploads && <uploads.UploadList userId={me.id} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </div>
  )
}
