/* Breakthrough on an array of eight rows of eight. */

#include "playouts.h"

enum { SIDE = 8 };

static int board[SIDE][SIDE];

static int play(void) {
    int men[3] = {0, 2 * SIDE, 2 * SIDE}, player = 1;
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++) board[row][column] = row < 2 ? 1 : row >= SIDE - 2 ? 2 : 0;
    for (int moves = 0;; player = 3 - player) {
        int from[6 * SIDE][2], to[6 * SIDE][2], n = 0;
        int ahead = player == 1 ? 1 : -1;
        for (int row = 0; row < SIDE; row++)
            for (int column = 0; column < SIDE; column++) {
                if (board[row][column] != player) continue;
                for (int side = -1; side <= 1; side++) {
                    int r = row + ahead, c = column + side;
                    if (c < 0 || c >= SIDE) continue;
                    if (side == 0 ? board[r][c] != 0 : board[r][c] == player) continue;
                    from[n][0] = row, from[n][1] = column;
                    to[n][0] = r, to[n][1] = c;
                    n++;
                }
            }
        if (n == 0) return moves;
        int i = below(n), row = to[i][0], column = to[i][1];
        board[from[i][0]][from[i][1]] = 0;
        if (board[row][column] != 0) men[3 - player]--;
        board[row][column] = player;
        moves++;
        if (row == (player == 1 ? SIDE - 1 : 0) || men[3 - player] == 0) return moves;
    }
}
