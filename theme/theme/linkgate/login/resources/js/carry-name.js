// In a theme's own pages: "Try another way" carries the name that was typed so far, which is in another form of the page.
const name = document.getElementById('username');
const ways = document.getElementById('kc-select-try-another-way-form');
if (name !== null && ways !== null)
  ways.addEventListener('submit', () => {
    const carried = document.createElement('input');
    carried.type = 'hidden';
    carried.name = 'username';
    carried.value = name.value;
    ways.append(carried);
  });
