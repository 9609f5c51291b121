import { type MouseEvent, useId } from 'react'
import { withQuery } from '../../../../rules/url.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { manage } from '../../../shell/portal/use-managed-person.ts'
import { Button } from '../../../shell/ui/button.tsx'
import style from './ask-to-manage.module.css'
import { nameOf } from './person-name.ts'
import { ManagingWords } from './switch-person-dialog.tsx'

/** In an address, the id of the person whose documents were confirmed without scripts. */
export const managingField = 'managing'

/**
 * Replaces another person's documents until the administrator has confirmed to manage them, regardless of the link.
 * @param page the path of their documents
 */
export function AskToManage({ person, page }: { person: Person; page: string }) {
  const heading = useId()
  return (
    <section className={`stack start gap-3 double ${style.question}`} aria-labelledby={heading}>
      <h2 id={heading}>Manage documents for {nameOf(person)}?</h2>
      <ManagingWords person={person} />
      <Button
        variant="primary"
        to={withQuery(page, { [managingField]: person.id })}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          manage(person.id)
          document.querySelector('main')?.focus({ preventScroll: true })
        }}
      >
        Manage documents
      </Button>
    </section>
  )
}
