import type { ListedUser } from '../../../../server/people/people-list.ts'
import type { ActionAnswer } from '../../../actions/define-actions.ts'
import { Banner } from '../../../ui/banner.tsx'
import { NameField, OrganizationField } from '../../../ui/person-fields.tsx'
import { OriginalValues } from '../../original-values.tsx'

/** The fields of the form that edits somebody's name and organization, with why it was refused. */
export function EditFields({ person, answer }: { person: ListedUser; answer: ActionAnswer | undefined }) {
  const error = answer?.error
  const fieldError = (code: string) => error?.code === code && error.message
  return (
    <>
      <OriginalValues fullName={person.full_name} organization={person.organization} />
      <Banner of={answer}>
        {error && !fieldError('NAME_LONG') && !fieldError('ORGANIZATION_LONG') && error.message}
      </Banner>
      <NameField autoComplete="off" defaultValue={person.full_name ?? ''} error={fieldError('NAME_LONG')} />
      <OrganizationField
        autoComplete="off"
        defaultValue={person.organization ?? ''}
        error={fieldError('ORGANIZATION_LONG')}
      />
    </>
  )
}
