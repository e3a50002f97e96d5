import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type Client, Provider } from "urql";
import { createApi, createRehearsal } from "../api/client.ts";
import { setView, useView } from "../state/view.ts";
import { Credentials } from "./credentials.tsx";

interface IdentityState {
  readonly user: string | null;
  readonly secret: string | null;
  /** Shows the memory of another user; null for the service's default. */
  readonly setUser: (user: string | null) => void;
  readonly signOut: () => void;
  /** For dry runs: their answers, which are not so, must not enter the cache. */
  readonly rehearsal: Client;
}

const Context = createContext<IdentityState | null>(null);

export const useIdentity = (): IdentityState => {
  const identity = useContext(Context);
  if (identity === null) throw new Error("There is no identity above this component.");
  return identity;
};

export const useRehearsal = (): Client => useIdentity().rehearsal;

/** Gone when the tab is closed: a key is never kept longer. */
const SECRET = "palimpsest-secret";

/** What of a view belongs to one memory. */
const OF_ANOTHER = {
  valid: null,
  known: null,
  isLinked: true,
  focus: null,
  lane: null,
  why: null,
  from: null,
  question: "",
  isPlaying: false,
} as const;

/** Asks the service as somebody, and asks the visitor for credentials where the service wants some. */
export const IdentityProvider = ({ children }: { readonly children: ReactNode }) => {
  const user = useView((view) => view.user);
  const [secret, setSecret] = useState(() => sessionStorage.getItem(SECRET));
  const [refusal, setRefusal] = useState<string | null>(null);
  const api = useMemo(() => createApi({ user, secret }, setRefusal), [user, secret]);
  const identity = useMemo<IdentityState>(
    () => ({
      user,
      secret,
      rehearsal: createRehearsal({ user, secret }),
      setUser: (next) => setView({ ...OF_ANOTHER, user: next }),
      signOut: () => {
        sessionStorage.removeItem(SECRET);
        setSecret(null);
      },
    }),
    [user, secret],
  );
  if (refusal !== null)
    return (
      <Credentials
        refusal={refusal}
        user={user}
        onGiven={(given) => {
          sessionStorage.setItem(SECRET, given.secret);
          setView({ user: given.user });
          setSecret(given.secret);
          setRefusal(null);
        }}
      />
    );
  return (
    <Context value={identity}>
      <Provider value={api} key={`${user} ${secret}`}>
        {children}
      </Provider>
    </Context>
  );
};
