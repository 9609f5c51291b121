import { type FormAction, useAction } from '../../actions/use-action.ts'
import { useSession } from '../../session.tsx'
import type { SettingsAnswer } from './settings-actions.ts'

/**
 * Submits forms of the settings. A changed name or address also updates the header and every other tab.
 * @param onNotice called once for each answer with a notice
 */
export function useSettingsAction(onNotice: (notice: string) => void): FormAction<SettingsAnswer> {
  const { refresh } = useSession()
  return useAction<SettingsAnswer>(({ notice, userChanged }) => {
    if (notice) onNotice(notice)
    if (userChanged) refresh('USER_UPDATED')
  })
}
