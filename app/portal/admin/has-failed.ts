import { routerState } from '../../router-state.ts'
import { isFailed } from '../catch-up.tsx'

/** @returns whether the last load of a route failed temporarily */
export const hasFailed = (routeId: string) => isFailed(routerState()?.loaderData[routeId])
