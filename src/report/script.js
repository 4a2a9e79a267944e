// The few things that the report cannot do without a script: lay two screens over each other with a slider between
// them, and open what is folded when a link leads to it or before printing. Without it both screens stand side by side.
for (const screens of document.querySelectorAll(".screens[data-view]")) {
  const controls = screens.querySelector(".controls");
  if (!controls) continue;
  const slider = controls.querySelector("input");
  const buttons = [...controls.querySelectorAll("button")];
  const show = (view) => {
    screens.dataset.view = view;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.show === view));
  };
  const cut = () => screens.style.setProperty("--cut", slider.value + "%");
  for (const button of buttons) button.addEventListener("click", () => show(button.dataset.show));
  slider.addEventListener("input", cut);
  // The line between the two screens can also be dragged.
  const shots = screens.querySelector(".shots");
  shots.addEventListener("pointermove", (event) => {
    if (event.buttons !== 1 || screens.dataset.view !== "slider") return;
    const box = shots.getBoundingClientRect();
    slider.value = String(Math.round(((event.clientX - box.left) / box.width) * 100));
    cut();
  });
  cut();
  controls.hidden = false;
  if (matchMedia("(max-width: 640px)").matches) show("slider");
}

const openTarget = () => {
  const target = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
  const details = target && target.closest("details");
  if (!details) return;
  details.open = true;
  target.scrollIntoView();
};
addEventListener("hashchange", openTarget);
openTarget();

let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open]):not(.names)")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
