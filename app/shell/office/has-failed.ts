import { isFailed } from '../portal/catch-up.tsx'
import { routerState } from '../router-state.ts'

/** @returns whether the last load of a route failed temporarily */
export const hasFailed = (routeId: string) => isFailed(routerState()?.loaderData[routeId])
