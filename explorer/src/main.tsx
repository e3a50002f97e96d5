import { createRoot } from "react-dom/client";
import { App } from "./frame/app.tsx";
import { useTheme } from "./frame/theme.ts";
import "./styles/index.css";

/** The theme must be set before any code reads its colours. */
const Themed = () => {
  useTheme();
  return <App />;
};

const root = document.getElementById("root");
if (root) createRoot(root).render(<Themed />);
