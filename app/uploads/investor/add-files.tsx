import { type ReactNode, useId, useState } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import { defaultFundName } from '../../documents/documents.ts'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import style from './add-files.module.css'
import { DropOver } from './drop-over.tsx'
import { loadUploads, useLoadedUploads } from './lazy-uploads.ts'
import { useFileDrop } from './use-file-drop.ts'

type Props = {
  me: Actor
  /** The documents' owner. */
  userId: string
  /** Their name, unless that is the reader. */
  forName: string | undefined
  /** The heading of the list. */
  heading: ReactNode
}

/** The heading of a list of documents, with the button that opens the drop area. Files can be dropped anywhere. */
export function AddFiles({ me, userId, forName, heading }: Props) {
  const [open, setOpen] = useState(false)
  const [fund, setFund] = useState(defaultFundName)
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const area = useId()

  const load = async () => {
    setError(undefined)
    return loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
  }
  const add = async (files: File[]) => {
    const loaded = await load()
    loaded?.addUploads(files, { actorId: me.id, userId, fundName: fund.trim() || defaultFundName })
  }
  const over = useFileDrop(add)
  // Loaded as soon as an upload is likely; a failure is reported only on use.
  const prepare = () => loadUploads().catch(() => {})
  return (
    <>
      <div className={style.head}>
        <h2>{heading}</h2>
        <Button
          className={style.add}
          aria-expanded={open}
          aria-controls={area}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={() => {
            setOpen(!open)
            if (!open) load()
          }}
        >
          Add files
        </Button>
      </div>
      <div id={area}>
        {open && uploads && (
          <uploads.UploadArea forName={forName} fund={fund} canNameFund={me.isAdmin} onFund={setFund} onFiles={add} />
        )}
      </div>
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
      {over && (
        <DropOver>{forName ? `Drop files here for ${forName}` : 'Drop files to add them to your documents'}</DropOver>
      )}
    </>
  )
}
