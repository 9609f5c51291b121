import { useState } from 'react'
import { href } from 'react-router'
import { defaultFundName } from '../../../../../rules/documents.ts'
import type { BankList, BankWork } from '../../../../../server/notes/bank-lines.ts'
import { ActionFields } from '../../../../actions/action-fields.tsx'
import { useAction } from '../../../../actions/use-action.ts'
import { Banner } from '../../../../ui/banner.tsx'
import { Button } from '../../../../ui/button.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { type Refusal, refusal } from '../../../refusal.ts'
import { ChooseFiles } from '../../../uploads/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../../uploads/lazy-uploads.ts'
import { useMe } from '../../../use-me.ts'
import linkStyle from '../../person-link.module.css'
import style from '../register.module.css'

type Props = { list: BankList; pages: BankWork['pages']; say: (notice: string) => void }

/** The bank's own page, which the person who approves compares with: uploaded like any document, then attached. */
export function AttachedPage({ list, pages, say }: Props) {
  if (list.page)
    return (
      <p className={style.about}>
        The bank’s page:{' '}
        <a href={`/files/${list.page.id}`} target="_blank" rel="noopener" className={linkStyle.link}>
          {list.page.filename}
        </a>
        . Who approves payments of this list sees it, too.
      </p>
    )
  return (
    <details className={style.told} open={pages.length > 0}>
      <summary>Attach the bank’s page for who approves</summary>
      {pages.length > 0 && <Attach list={list} pages={pages} say={say} />}
      <UploadPage />
    </details>
  )
}

function Attach({ list, pages, say }: Props) {
  const { Form, answer, busy } = useAction(({ notice }) => notice && say(notice))
  return (
    <Form method="post" action={href('/profile/admin/register/bank')} className={style.form}>
      <ActionFields intent="attach" />
      <input type="hidden" name="list" value={list.id} />
      <SelectField
        label="Your document"
        name="document"
        hint="From then on, only the office and approvers see it, and it is kept."
      >
        {pages.map(({ id, filename }) => (
          <option key={id} value={id}>
            {filename}
          </option>
        ))}
      </SelectField>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <div className={style.buttons}>
        <Button type="submit" size="small" busy={busy} busyLabel="Attaching…">
          Attach
        </Button>
      </div>
    </Form>
  )
}

function UploadPage() {
  const me = useMe()
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    const target = { actorId: me.id, userId: me.id, fundName: defaultFundName, category: 'Notices' } as const
    loaded?.addUploads(files, target)
  }
  return (
    <div className={style.form}>
      <div>
        <ChooseFiles label="Choose a PDF or picture" variant="quiet" size="small" single onFiles={add} />
      </div>
      {uploads && <uploads.UploadList userId={me.id} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </div>
  )
}
