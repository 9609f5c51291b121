import { type FormAction, useAction } from '../../actions/use-action.ts'

/**
 * Submits forms of the settings. The page is loaded again after each, and tells every tab of a changed name or address.
 * @param onNotice called once for each answer with a notice
 */
export function useSettingsAction(onNotice: (notice: string) => void): FormAction {
  return useAction(({ notice }) => notice && onNotice(notice))
}
