/** The scheme that a page is about. A module of its own, so that such a page loads none of the schemas of schemes. */

import { useSuspenseQuery } from '@tanstack/react-query'
import type { Scheme } from '../../contract/schemes.ts'
import { operation } from '../operation.ts'
import { createQuery } from '../queries.ts'

export const useScheme = (schemeId: string): Scheme =>
  useSuspenseQuery(createQuery(operation('scheme.get'), { id: schemeId })).data
