import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { type Client, Provider } from "urql";
import { createApi, createDirect, type Identity } from "../api/client.ts";
import { setView, useView } from "../state/view.ts";
import { Credentials } from "./credentials.tsx";

interface IdentityState extends Identity {
  /** Shows the memory of another user; null for the service's default. */
  readonly setUser: (user: string | null) => void;
  /** Shows a shared space, as the same user; null for the user's own. */
  readonly setSpace: (space: string | null) => void;
  readonly signOut: () => void;
  /** The client for answers that must not be cached. */
  readonly direct: Client;
  /** The client with which the same caller reads a shared space beside the shown memory. */
  readonly directIn: (space: string) => Client;
  /** Number of changes of the memory that this page has noticed. */
  readonly revision: number;
}

const Context = createContext<IdentityState | null>(null);

export const useIdentity = (): IdentityState => {
  const identity = useContext(Context);
  if (identity === null) throw new Error("There is no identity above this component.");
  return identity;
};

export const useDirect = (): Client => useIdentity().direct;

/** Removed when the tab is closed. A key is never kept longer. */
const SECRET = "palimpsest-secret";

/** The parts of a view that belong to one memory. */
const OF_ANOTHER = {
  valid: null,
  known: null,
  isLinked: true,
  focus: null,
  lane: null,
  why: null,
  from: null,
  question: "",
  alsoIn: null,
  isPlaying: false,
} as const;

/**
 * Reads from the service with an identity, and asks the visitor for credentials if the service
 * requires some.
 */
export const IdentityProvider = ({ children }: { readonly children: ReactNode }) => {
  const user = useView((view) => view.user);
  const space = useView((view) => view.space);
  const [secret, setSecret] = useState(() => sessionStorage.getItem(SECRET));
  const [refusal, setRefusal] = useState<string | null>(null);
  const [revision, setRevision] = useState(0);
  const { client, direct } = useMemo(
    () =>
      createApi(
        { user, space, secret },
        { onRefused: setRefusal, onChanged: () => setRevision((count) => count + 1) },
      ),
    [user, space, secret],
  );
  const identity = useMemo<IdentityState>(
    () => ({
      user,
      space,
      secret,
      direct,
      directIn: (shared) =>
        createDirect({ user, space: shared, secret }, { onRefused: setRefusal }),
      revision,
      setUser: (next) => setView({ ...OF_ANOTHER, user: next, space: null }),
      setSpace: (next) => setView({ ...OF_ANOTHER, space: next }),
      signOut: () => {
        sessionStorage.removeItem(SECRET);
        setSecret(null);
      },
    }),
    [user, space, secret, direct, revision],
  );
  if (refusal !== null)
    return (
      <Credentials
        refusal={secret === null ? null : refusal}
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
      <Provider value={client} key={`${user} ${space} ${secret}`}>
        {children}
      </Provider>
    </Context>
  );
};
