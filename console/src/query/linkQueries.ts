import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LinksService, PasswordLink } from '../service/LinksService.ts'
import { keys } from './keys.ts'

/** Asks for a link to set a new password. */
export function useForgotten(service: LinksService) {
  return useMutation<void, Error, string>({ mutationFn: (name) => service.forgotten(name) })
}

/** Sets a password by a link. */
export function useSetPassword(service: LinksService, link: PasswordLink) {
  return useMutation<void, Error, { readonly token: string; readonly password: string }>({
    mutationFn: ({ token, password }) => service.setPassword(link, token, password),
  })
}

/** Sends a user a link to choose a password. */
export function useInvite(service: LinksService) {
  return useMutation<void, Error, number>({ mutationFn: (user) => service.invite(user) })
}

/** The caller's address. */
export function useOwnAddress(service: LinksService, id: number) {
  return useQuery({ queryKey: keys.ownAddress, queryFn: ({ signal }) => service.ownAddress(id, signal) })
}

/** Asks for another address. */
export function useChangeEmail(service: LinksService) {
  return useMutation<void, Error, { readonly email: string; readonly password: string }>({
    mutationFn: ({ email, password }) => service.changeEmail(email, password),
  })
}

/** Confirms an address by a link. */
export function useVerifyEmail(service: LinksService) {
  const client = useQueryClient()
  return useMutation<void, Error, string>({
    mutationFn: (token) => service.verifyEmail(token),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.ownAddress }),
  })
}
