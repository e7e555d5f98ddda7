-- What scripts for Neovim have at hand. It runs from version 0.7 on, the oldest that systems still have.

local patience = 60000
vim.cmd("filetype on")
vim.o.virtualedit = "onemore" -- the cursor may be behind a line, as it is while one types

-- the script says what it found, and Neovim ends
function told(value)
  answer = value
end

-- waits until something is so; a script that waits in vain fails
function wait(what, condition)
  if not vim.wait(patience, condition, 20) then
    error("waited in vain for " .. what)
  end
end

-- what the guide's settings use has come with 0.8
vim.lsp.start = vim.lsp.start
  or function(config)
    for _, client in pairs(vim.lsp.get_active_clients()) do
      if client.name == config.name then
        return vim.lsp.buf_attach_client(0, client.id) and client.id
      end
    end
    local id = vim.lsp.start_client(config)
    vim.lsp.buf_attach_client(0, id)
    return id
  end

-- opens a file, and waits until the language server answers for it
function open(path)
  vim.cmd("edit " .. path)
  wait("the server", function()
    return client() ~= nil and client().initialized ~= nil
  end)
end

function client()
  return (vim.lsp.get_clients or vim.lsp.get_active_clients)()[1]
end

-- types over the first place where something stands; the cursor is at its beginning then
function replace(old, new)
  at(old)
  local row, column = unpack(vim.api.nvim_win_get_cursor(0))
  vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + #old, { new })
end

-- puts the cursor to the first place where something stands
function at(needle, offset)
  for row, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local column = line:find(needle, 1, true)
    if column then
      return vim.api.nvim_win_set_cursor(0, { row, column - 1 + (offset or 0) })
    end
  end
  error("there is no " .. needle)
end

-- what is wrong with the open file, one line each
function faults()
  return vim.tbl_map(function(each)
    return (each.lnum + 1) .. ": " .. each.message
  end, vim.diagnostic.get(0))
end

function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n") .. "\n"
end

local sound, fault = pcall(function()
  assert(loadfile(vim.env.RUN))(unpack(vim.fn.json_decode(vim.env.ARGUMENTS)))
end)
local file = assert(io.open(vim.env.TOLD, "w"))
file:write(vim.fn.json_encode(sound and { told = answer } or { fault = tostring(fault) }))
file:close()
vim.lsp.stop_client((vim.lsp.get_clients or vim.lsp.get_active_clients)())
vim.cmd("qa!")
